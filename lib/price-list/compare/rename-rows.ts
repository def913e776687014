import { type ListSection, listSections } from '@/lib/contract/price-list-keys';
import { isLimitRow, limitRowKey, onRequestAddOnKey, priceNames } from '@/lib/db/catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { ImportedCatalog } from '../build/written-catalog';
import type { Extension } from '../parse/extension';
import { findSimilar } from '../parse/find-similar';
import { type CatalogChanges, type Conflict, groupBy, type Kept, type RowChange } from './catalog-changes';
import { toWrittenRows } from './convert-catalog';

/** The rows that have the keys of a section. A feature can have an add-on that is on request. */
const rowsOfSection = {
  plans: [['versions', (key: string) => key]],
  features: [
    ['features', (key: string) => key],
    ['addOns', onRequestAddOnKey],
  ],
  usageLimits: [['features', limitRowKey]],
  addOns: [['addOns', (key: string) => key]],
} as const satisfies Record<ListSection, unknown>;

/**
 * The stored catalog with the keys that rows have from now on, as `renamed_from` of the extension says. `previousKey`
 * of a renamed row is its stored key. A key that is not stored is ignored: the list may be applied again, or to another
 * app.
 */
export function renameRows(
  stored: StoredCatalog,
  extension: Extension,
): { renamed: StoredCatalog; conflicts: Conflict[] } {
  let renamed = stored;
  const conflicts: Conflict[] = [];
  for (const section of listSections) {
    for (const [key, { renamed_from: from }] of Object.entries(extension[section] ?? {})) {
      if (from === undefined) continue;
      for (const [table, toKey] of rowsOfSection[section]) {
        const rows: Kept<{ catalogKey: string }>[] = renamed[table];
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

/** The keys of plans and add-ons, by those that they had before, as `renamed_from` says. */
export function listRenames(extension: Extension): Map<string, string> {
  return new Map(
    listSections.flatMap((section) =>
      Object.entries(extension[section] ?? {}).flatMap(([key, { renamed_from: from }]) =>
        rowsOfSection[section].flatMap(([table, toKey]) =>
          from === undefined || table === 'features' ? [] : [[toKey(from), toKey(key)] as const],
        ),
      ),
    ),
  );
}

/** A row that is missing while a new one has the same content or a similar key. */
export interface LikelyRename {
  section: ListSection;
  /** Keys in the price list. */
  from: string;
  to: string;
  /** Titles. */
  title: string;
  newTitle: string;
}

/** What the extension has to say if it was a rename. */
export const formatRename = ({ section, from, to }: LikelyRename) =>
  `${section}: { ${JSON.stringify(to)}: { renamed_from: ${JSON.stringify(from)} } }`.replaceAll(
    /"(\w+)"/g,
    '$1',
  );

type Row = { catalogKey: string; title: string };
type Changes = Pick<CatalogChanges, 'versions' | 'features' | 'addOns'>;

/**
 * Finds rows that are missing while a new one has the same content, or a similar key: without `renamed_from`, accounts
 * keep the plan that is missing, and lose the feature.
 */
export function findLikelyRenames(
  stored: StoredCatalog,
  catalog: ImportedCatalog,
  changes: Changes,
): LikelyRename[] {
  const cells = listCells(stored, catalog);
  const features = matchRows(changes.features, (row, isNew) => {
    const { group, description, unit, period, limitType } = row;
    const content = cells(isNew, 'feature', row.catalogKey);
    return content === null
      ? null
      : JSON.stringify([isLimitRow(row), group, description, unit, period, limitType, content]);
  });
  const newKeys = new Map(features.map(({ gone, added }) => [gone.catalogKey, added.catalogKey]));
  const plans = matchRows(changes.versions, (row, isNew) => {
    const content = cells(isNew, 'version', row.catalogKey, (key) => newKeys.get(key) ?? key);
    return JSON.stringify([priceNames.map((name) => row[name]), content]);
  });
  const addOns = matchRows(changes.addOns, () => null);
  const prefix = limitRowKey('');
  return [
    ...plans.map((match) => toRename('plans', match)),
    ...features.map((match) =>
      match.added.catalogKey.startsWith(prefix)
        ? toRename('usageLimits', match, prefix.length)
        : toRename('features', match),
    ),
    ...addOns.map((match) => toRename('addOns', match)),
  ];
}

interface Match<T> {
  gone: T;
  added: T;
}

function toRename(section: ListSection, { gone, added }: Match<Row>, prefixLength = 0): LikelyRename {
  const [from, to] = [gone, added].map(({ catalogKey }) => catalogKey.slice(prefixLength)) as [
    string,
    string,
  ];
  return { section, from, to, title: gone.title, newTitle: added.title };
}

/** `getContent` returns the content of a row, or null if that says nothing. Content counts if no other row has it. */
function matchRows<T extends Row>(
  changes: RowChange<T>[],
  getContent: (row: T, isNew: boolean) => string | null,
): Match<T>[] {
  const rowsOf = (kind: RowChange<T>['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ after }) => after);
  const [gone, added] = [rowsOf('retire'), rowsOf('add')];
  const contents = new Map([
    ...gone.map((row) => [row, getContent(row, false)] as const),
    ...added.map((row) => [row, getContent(row, true)] as const),
  ]);
  const left = new Set(gone);
  const withContent = (rows: T[], row: T) => {
    const content = contents.get(row) ?? null;
    return content === null ? [] : rows.filter((each) => contents.get(each) === content);
  };
  return added.flatMap((row) => {
    const same = withContent(gone, row).filter((each) => left.has(each));
    const isUnique = same.length === 1 && withContent(added, row).length === 1;
    const candidates = same.length > 0 ? same : [...left];
    const similar = findSimilar(
      row.catalogKey,
      candidates.map(({ catalogKey }) => catalogKey),
    );
    const match = isUnique ? same[0] : candidates.find(({ catalogKey }) => catalogKey === similar);
    const isSameKind = match && isLimitKey(match) === isLimitKey(row);
    if (!isSameKind) return [];
    left.delete(match);
    return [{ gone: match, added: row }];
  });
}

const isLimitKey = ({ catalogKey }: Row) => catalogKey.startsWith(limitRowKey(''));

/**
 * The cells of a version by feature, or of a feature by those versions that are listed and stored. It is null for a feature
 * without one.
 */
function listCells(stored: StoredCatalog, catalog: ImportedCatalog) {
  const before = toWrittenRows(stored);
  const sides = [before.cells, catalog.cells].map((cells) => ({
    version: groupBy(cells, (cell) => cell.version),
    feature: groupBy(cells, (cell) => cell.feature),
  }));
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const common = new Set(
    before.versions.map(({ catalogKey }) => catalogKey).filter((key) => listed.has(key)),
  );
  return (isNew: boolean, by: 'version' | 'feature', key: string, rename = (each: string) => each) => {
    const cells = (sides[isNew ? 1 : 0]?.[by].get(key) ?? []).filter(
      ({ version }) => by === 'version' || common.has(version),
    );
    if (by === 'feature' && cells.length === 0) return null;
    const other = by === 'version' ? 'feature' : 'version';
    return cells
      .map((cell) => JSON.stringify([rename(cell[other]), cell.value, cell.amount, cell.unlimited]))
      .sort();
  };
}
