import type { Remark } from '@/lib/catalog-import/diagnostics';
import { type Extension, renamableSections } from '@/lib/catalog-import/parse/extension';
import { findSimilar } from '@/lib/catalog-import/parse/find-similar';
import { limitRowKey, onRequestAddOnKey } from '@/lib/db/catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { Conflict, Renamed, RowChange } from './catalog-changes';

type Section = (typeof renamableSections)[number];

/** The rows that have the keys of a section. A feature can have an add-on that is on request. */
const rowsOfSection = {
  plans: [['versions', (key: string) => key]],
  features: [
    ['features', (key: string) => key],
    ['addOns', onRequestAddOnKey],
  ],
  usageLimits: [['features', limitRowKey]],
  addOns: [['addOns', (key: string) => key]],
} as const satisfies Record<Section, unknown>;

/**
 * The stored catalog with the keys that rows have from now on, as `renamed_from` of the extension says. `previousKey` of a renamed
 * row is its stored key. A key that is not stored is ignored: the list may be applied again, or to another app.
 */
export function renameRows(
  stored: StoredCatalog,
  extension: Extension,
): { renamed: StoredCatalog; conflicts: Conflict[] } {
  let renamed = stored;
  const conflicts: Conflict[] = [];
  for (const section of renamableSections) {
    for (const [key, { renamed_from: from }] of Object.entries(extension[section] ?? {})) {
      if (from === undefined) continue;
      for (const [table, toKey] of rowsOfSection[section]) {
        const rows: Renamed<{ catalogKey: string }>[] = renamed[table];
        const row = rows.find(({ catalogKey }) => catalogKey === toKey(from));
        if (!row) continue;
        if (rows.some(({ catalogKey }) => catalogKey === toKey(key))) {
          const message = `"${from}" can’t become "${key}", because the app already has "${key}".`;
          conflicts.push({ source: 'extension', path: [section, key, 'renamed_from'], message });
        }
        const next = { ...row, catalogKey: toKey(key), previousKey: row.catalogKey };
        renamed = { ...renamed, [table]: rows.map((each) => (each === row ? next : each)) };
      }
    }
  }
  return { renamed, conflicts };
}

/** Names rows that are missing although a new one has a similar key. */
export function suggestRenames(
  section: Section,
  changes: { kind: RowChange<object>['kind']; after: { catalogKey: string } }[],
): Remark[] {
  const keysOf = (kind: RowChange<object>['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ after }) => after.catalogKey);
  const missing = keysOf('retire');
  return keysOf('add').flatMap((key) => {
    const similar = findSimilar(key, missing);
    if (similar === undefined) return [];
    const isLimit = key.startsWith(limitRowKey('')) && similar.startsWith(limitRowKey(''));
    const [name, from] = [key, similar].map((each) => (isLimit ? each.slice(limitRowKey('').length) : each));
    const message =
      `It is new, and "${from}" is missing. If it was renamed, set renamed_from: ${from} for it in the extension, so that it keeps ` +
      'its ID.';
    return [{ source: 'price-list', path: [isLimit ? 'usageLimits' : section, name ?? key], message }];
  });
}
