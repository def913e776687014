import type { CatalogPublishedData } from '@/lib/contract/events';
import type { MakeId } from '@/lib/contract/ids';
import { readClock } from '@/lib/db/accounts';
import {
  countAccounts,
  findAccountIds,
  findOtherAppByHost,
  readCatalogRevision,
  readStoredCatalog,
  type StoredCatalog,
  withCatalogLock,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/client';
import { insertEvent } from '@/lib/db/events';
import { buildImportedCatalog } from './build/build-imported-catalog';
import type { ImportedCatalog } from './build/imported-catalog';
import { applyChanges } from './changes/apply-changes';
import { type CatalogChanges, isUnchanged } from './changes/catalog-changes';
import { planChanges } from './changes/plan-changes';
import { renameRows } from './changes/rename-rows';
import { ImportError } from './diagnostics';
import type { ImportReport } from './import-report';
import type { ExtensionFile } from './parse/extension';
import type { PriceListFile } from './parse/parse-price-list';

// The stages of an import:
//   parse/    a YAML file to a normalized price list, and its extension
//   build/    price list and extension to a catalog in terms of the database model
//   changes/  that catalog and the stored one to a list of changes, which is printed or applied

export interface ImportInput {
  /** Slug of the app to import into. */
  slug: string;
  priceListFile: PriceListFile;
  extensionFile: ExtensionFile | null;
}

/** The result of planning an import, or of applying it. */
export interface ImportPlan {
  /** Null if the import creates the app. */
  stored: StoredCatalog | null;
  catalog: ImportedCatalog;
  changes: CatalogChanges;
  report: ImportReport;
  /** How many accounts are on each version, by `catalogKey`. Versions without accounts are left out. */
  accounts: ReadonlyMap<string, number>;
}

/** Plans an import without changing anything. Throws `ImportError`. */
export function planImport(db: Database, input: ImportInput): Promise<ImportPlan> {
  return withCatalogSnapshot(db, (queries) => planImportInTransaction(queries, input));
}

/** Applies an import in one transaction. Throws `ImportError`. */
export function applyImport(db: Database, input: ImportInput, makeId: MakeId): Promise<ImportPlan> {
  return withCatalogLock(db, input.slug, (queries) => applyImportInTransaction(queries, input, makeId));
}

/** Applies an import within a transaction that holds the catalog lock. Throws `ImportError`. */
export async function applyImportInTransaction(
  queries: Queries,
  input: ImportInput,
  makeId: MakeId,
): Promise<ImportPlan> {
  const plan = await planImportInTransaction(queries, input);
  if (isUnchanged(plan.changes)) return plan;
  const appId = await applyChanges(queries, { ...plan, slug: input.slug, makeId });
  await insertPublishedEvent(queries, appId, plan.changes, makeId);
  return plan;
}

/** One event for the app, however many accounts are affected. */
async function insertPublishedEvent(
  queries: Queries,
  appId: string,
  { versions, features, addOns }: CatalogChanges,
  makeId: MakeId,
): Promise<void> {
  const data: CatalogPublishedData = {
    catalog_revision: await readCatalogRevision(queries, appId),
    versions: versions.length,
    features: features.length,
    offers: addOns.length,
  };
  await insertEvent(queries, {
    appId,
    accountId: null,
    id: makeId('event'),
    sequence: null,
    type: 'catalog.published',
    occurredAt: await readClock(queries),
    data,
  });
}

async function planImportInTransaction(
  queries: Queries,
  { slug, priceListFile, extensionFile }: ImportInput,
): Promise<ImportPlan> {
  const found = await readStoredCatalog(queries, slug);
  const { renamed: stored, conflicts: renameConflicts } = found
    ? renameRows(found, extensionFile?.extension ?? {})
    : { renamed: null, conflicts: [] };
  const { catalog, report } = buildImportedCatalog(priceListFile, extensionFile, stored);
  const granted = catalog.grants.map(({ account }) => account);
  const accountIds = stored
    ? await findAccountIds(queries, stored.app.id, granted)
    : new Map<string, string>();
  const { changes, conflicts, warnings } = planChanges(stored, catalog, accountIds);
  conflicts.push(...renameConflicts);
  report.warnings.push(...warnings);

  const host = catalog.app.host;
  const other = host ? await findOtherAppByHost(queries, host, slug) : null;
  if (other) {
    const message = `The app "${other.slug}" already uses this host name.`;
    conflicts.push({ source: 'extension', path: ['app', 'host'], message });
  }
  if (conflicts.length > 0) {
    throw new ImportError(
      conflicts.map(({ source, path, message }) => {
        const file = source === 'extension' && extensionFile ? extensionFile.file : priceListFile.file;
        return file.diagnosticAt(path, message);
      }),
    );
  }
  const counts = stored ? await countAccounts(queries, stored.app.id) : new Map<string, number>();
  const accounts = new Map(
    (stored?.versions ?? []).flatMap(({ id, catalogKey }) => {
      const count = counts.get(id);
      return count === undefined ? [] : [[catalogKey, count] as const];
    }),
  );
  return { stored, catalog, changes, report, accounts };
}
