import type { MakeId } from '@/lib/contract/ids';
import { insertAuditEntry, type NewAuditEntry, operator } from '@/lib/db/audit-entries';
import { readCatalog } from '@/lib/db/catalog';
import {
  countAccounts,
  findAccountIds,
  findOtherAppByHost,
  readStoredCatalog,
  type StoredCatalog,
  withCatalogLock,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/client';
import { insertEvent } from '@/lib/db/events';
import { insertVersionChanges, lockAccountChanges, readPublicationClock } from '@/lib/db/version-changes';
import { buildImportedCatalog } from './build/build-imported-catalog';
import type { ImportedCatalog } from './build/imported-catalog';
import { applyChanges } from './changes/apply-changes';
import { buildChangedCatalog } from './changes/build-changed-catalog';
import { type CatalogChanges, isUnchanged } from './changes/catalog-changes';
import { createPublishedData } from './changes/create-published-data';
import { type AddOnDecision, keepAddOns } from './changes/keep-add-ons';
import {
  decideVersions,
  type Existing,
  findUnknownPlans,
  keepVersions,
  listKeptKeys,
  type VersionDecision,
} from './changes/keep-versions';
import { listOutcomes, type VersionOutcome } from './changes/list-outcomes';
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
  /** What happens to the accounts that have a plan or an add-on that changes, by `catalogKey`. The import decides the others. */
  existing?: ReadonlyMap<string, Existing>;
  /** The time of the publication, for data of the past. Default: now. */
  publishedAt?: Date;
  /** Who publishes. Default: an operator on the command line. */
  publisher?: Pick<NewAuditEntry, 'actor' | 'channel'>;
}

/** The result of planning an import, or of applying it. */
export interface ImportPlan {
  /** Null if the import creates the app. */
  stored: StoredCatalog | null;
  catalog: ImportedCatalog;
  /** What the list changes if no version is kept: what is printed. */
  listed: CatalogChanges;
  /** What is written. */
  changes: CatalogChanges;
  decisions: VersionDecision[];
  outcomes: VersionOutcome[];
  report: ImportReport;
  /** How many accounts are on each version, by ID. Versions without accounts are left out. Empty if nothing changes. */
  accounts: ReadonlyMap<string, number>;
  /** About the add-ons that change and that accounts have. */
  addOnDecisions: AddOnDecision[];
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
  const existingId = plan.stored?.app.id;
  if (existingId !== undefined) await lockAccountChanges(queries, existingId);
  const before = existingId === undefined ? null : await readCatalog(queries, existingId);
  const appId = await applyChanges(queries, { ...plan, slug: input.slug, makeId });
  const after = await readCatalog(queries, appId);
  const publishedAt = input.publishedAt ?? (await readPublicationClock(queries, appId));
  await insertVersionChanges(queries, { before, after, at: publishedAt });
  const data = createPublishedData(after, plan.changes, listOutcomes(before, after), plan.accounts);
  // One event for the app, however many accounts are affected.
  await insertEvent(queries, {
    appId,
    accountId: null,
    id: makeId('event'),
    sequence: null,
    type: 'catalog.published',
    occurredAt: publishedAt,
    data,
  });
  await insertAuditEntry(queries, {
    appId,
    id: makeId('auditEntry'),
    type: 'catalog.published',
    ...(input.publisher ?? operator),
    occurredAt: publishedAt,
    data: {
      catalog_revision: data.catalog_revision,
      price_list: input.priceListFile.file.name,
      changed_versions: data.changed_versions?.map(({ title }) => title) ?? [],
    },
  });
  return plan;
}

async function planImportInTransaction(
  queries: Queries,
  { slug, priceListFile, extensionFile, existing = new Map() }: ImportInput,
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
  const listed = planChanges(stored, catalog, accountIds);
  const { conflicts, warnings } = listed;
  conflicts.push(...renameConflicts, ...findUnknownPlans(existing, catalog));
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
  const plan = { catalog, listed: listed.changes, report };
  if (!stored || isUnchanged(listed.changes)) {
    return {
      ...plan,
      stored,
      changes: listed.changes,
      decisions: [],
      outcomes: [],
      accounts: new Map(),
      addOnDecisions: [],
    };
  }
  const accounts = await countAccounts(queries, stored.app.id);
  const decisions = decideVersions({ stored, catalog, accountIds, accounts, existing });
  const { stored: kept, decisions: addOnDecisions } = await keepAddOns(
    queries,
    keepVersions(stored, listKeptKeys(decisions)),
    catalog,
    existing,
  );
  const { changes } = planChanges(kept, catalog, accountIds);
  const outcomes = listOutcomes(buildChangedCatalog(stored, null), buildChangedCatalog(kept, changes));
  return { ...plan, stored: kept, changes, decisions, outcomes, accounts, addOnDecisions };
}
