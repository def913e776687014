import { stringify } from 'yaml';
import {
  findAccountNames,
  readStoredCatalog,
  type StoredCatalog,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database } from '@/lib/db/connection/client';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import { isUnchanged } from '../compare/catalog-changes';
import { planChanges } from '../compare/plan-changes';
import { parseExtension } from '../parse/extension';
import { parsePriceList } from '../parse/parse-price-list';
import { createExtension, createTexts } from './create-extension';
import { createPriceList, selectActive } from './create-price-list';

/** A price list and its extension as YAML. `extension` is null if the list expresses everything. */
interface ExportedCatalog {
  priceList: string;
  extension: string | null;
}

/** Quotes what YAML 1.1 does not read as text, such as dates, because other readers of the format use it. */
const format = { lineWidth: 0, compat: 'yaml-1.1' } as const;

/** The catalog has something that a price list and its extension can't express. */
export class ExportError extends Error {
  override name = 'ExportError';
}

/** Exports the catalog of an app. Returns null if no app has the slug. Throws `ExportError`. */
export function exportApp(db: Database, slug: string, now: Date): Promise<ExportedCatalog | null> {
  return withCatalogSnapshot(db, async (queries) => {
    const stored = await readStoredCatalog(queries, slug);
    if (!stored) return null;
    const ids = stored.grants.map(({ accountId }) => accountId);
    return exportCatalog(stored, await findAccountNames(queries, stored.app.id, ids), now);
  });
}

/**
 * Writes the catalog of an app as a price list and an extension. Importing them into the app changes nothing. Retired versions,
 * features and add-ons are left out: an import does not change them. The extension contains what differs from an import of
 * the list alone. `accountNames` has the external ids of accounts by id. Throws `ExportError`.
 */
export function exportCatalog(
  stored: StoredCatalog,
  accountNames: ReadonlyMap<string, string>,
  createdAt: Date,
): ExportedCatalog {
  const catalog = selectActive(stored);
  const priceList = stringify(createPriceList(catalog, createdAt), format);
  // The list is built with the tags that it has in another app. The extension states those that differ.
  const { catalog: built } = buildFrom(priceList, null, { ...stored, versions: [] });
  const extensionData = createExtension(catalog, built, accountNames);
  if (stored.app.languages.length > 0) {
    const withoutTexts = buildFrom(priceList, stringify(extensionData, format), stored);
    extensionData.set('texts', createTexts(catalog, withoutTexts.catalog.sourceTexts));
  }
  const extension = extensionData.size === 0 ? null : stringify(extensionData, format);

  const { catalog: rebuilt } = buildFrom(priceList, extension, stored);
  const accountIds = new Map([
    ...stored.grants.map(({ accountId }): [string, string] => [accountId, accountId]),
    ...[...accountNames].map(([id, name]): [string, string] => [name, id]),
  ]);
  const { changes, conflicts } = planChanges(stored, rebuilt, accountIds);
  if (conflicts.length > 0 || !isUnchanged(changes)) {
    const rows = Object.entries(changes).flatMap(([name, rows]) =>
      Array.isArray(rows) && rows.length > 0 ? [`${rows.length} of ${name}`] : [],
    );
    throw new ExportError(`The catalog can’t be expressed as a price list: ${rows.join(', ')} would change.`);
  }
  return { priceList, extension };
}

function buildFrom(priceList: string, extension: string | null, stored: StoredCatalog) {
  const priceListFile = parsePriceList('export.yml', priceList);
  const extensionFile =
    extension === null ? null : parseExtension('export.extension.yml', extension, priceListFile.list);
  return buildImportedCatalog(priceListFile, extensionFile, stored);
}
