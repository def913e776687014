import type { MakeId } from '@/lib/contract/ids';
import { countIncludedAddOns, writeAddOnInclusions } from '@/lib/db/add-on-inclusions';
import { insertAuditEntry } from '@/lib/db/audit-entries';
import { type AppCatalog, readCatalog } from '@/lib/db/catalog';
import { type EditionActor, findLiveEdition, insertEdition } from '@/lib/db/catalog-editions';
import {
  countAccounts,
  countAddOnAccounts,
  findAccountIds,
  findOtherAppByHost,
  hasAccountOn,
  insertApp,
  readStoredCatalog,
  withCatalogLock,
  withCatalogSnapshot,
} from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/client';
import { insertEvent } from '@/lib/db/events';
import { insertVersionChanges, lockAccountChanges, readPublicationClock } from '@/lib/db/version-changes';
import { buildImportedCatalog } from './build/build-imported-catalog';
import { applyChanges } from './changes/apply-changes';
import { buildChangedCatalog, buildStoredCatalog } from './changes/build-changed-catalog';
import { isUnchanged } from './changes/catalog-changes';
import { createPublishedData } from './changes/create-published-data';
import { describeDifference } from './changes/describe-difference';
import { findIncludedAddOns, includesAddOn } from './changes/find-included-add-ons';
import { findPriceJumps } from './changes/find-price-jumps';
import { keepAddOns } from './changes/keep-add-ons';
import {
  decideVersions,
  type Existing,
  findUnknownPlans,
  keepVersions,
  listKeptKeys,
} from './changes/keep-versions';
import { listAddOnOutcomes, listOutcomes } from './changes/list-outcomes';
import { planChanges } from './changes/plan-changes';
import { renameRows } from './changes/rename-rows';
import { ImportError } from './diagnostics';
import type { ImportPlan, IncludedAddOn } from './import-plan';
import type { ExtensionFile } from './parse/extension';
import type { PriceListFile } from './parse/parse-price-list';

// The stages of an import:
//   parse/    a YAML file to a normalized price list, and its extension
//   build/    price list and extension to a catalog in terms of the database model
//   changes/  that catalog and the stored one to a list of changes, which is printed or applied

export interface ImportInput {
  /** Slug of the app to import into. */
  slug: string;
  /** Whether accounts of a new app can have clocks. Default: false. */
  isTest?: boolean;
  priceListFile: PriceListFile;
  extensionFile: ExtensionFile | null;
  /** What happens to the accounts that have a plan or an add-on that changes, by `catalogKey`. The import decides the others. */
  existing?: ReadonlyMap<string, Existing>;
  /** The time of the publication, for data of the past. Default: now. */
  publishedAt?: Date;
  /** The draft that is published. Default: a new one with the text of the files. */
  draft?: { id: string; number: number; note: string };
  /** Who publishes. Default: an operator, who alone can change the host name of the app. */
  by?: EditionActor;
}

const operator: EditionActor = { kind: 'operator', id: null, name: 'Operator', channel: 'command' };

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
  let plan = await planImportInTransaction(queries, input);
  const { draft, by = operator } = input;
  const isSame = isUnchanged(plan.changes);
  if (isSame && !draft) return plan;
  const appId = plan.stored?.app.id ?? makeId('app');
  if (plan.stored) {
    await lockAccountChanges(queries, appId);
    if (await hasNewAccounts(queries, plan, appId)) plan = await planImportInTransaction(queries, input);
  } else if (plan.changes.app)
    await insertApp(queries, {
      ...plan.changes.app.after,
      id: appId,
      slug: input.slug,
      isTest: input.isTest ?? false,
      twoPersonRule: false,
    });
  const before = plan.stored && (await readCatalog(queries, appId));
  const publishedAt = input.publishedAt ?? (await readPublicationClock(queries, appId));
  const { id, number, note } =
    draft ??
    (await insertEdition(queries, {
      appId,
      id: makeId('edition'),
      source: input.priceListFile.file.text ?? '',
      extension: input.extensionFile?.file.text ?? null,
      note: '',
      baseId: await findLiveEdition(queries, appId),
      createdBy: by,
      createdAt: publishedAt,
    }));
  const publication = { editionId: id, at: publishedAt, by, difference: describeDifference(plan) };
  await applyChanges(queries, publication, { ...plan, makeId });
  if (isSame) return plan;
  const after = await readCatalog(queries, appId);
  await insertVersionChanges(queries, { before, after, at: publishedAt });
  const included = before ? findIncludedAddOns(before, after) : [];
  await writeAddOnInclusions(queries, { appId, editionId: id }, included, (each) =>
    includesAddOn(after, each),
  );
  const addOnOutcomes = listAddOnOutcomes(before, after);
  const addOnIds = addOnOutcomes.map(({ addOn, keptId }) => keptId ?? addOn.id);
  const addOnAccounts = addOnIds.length > 0 ? await countAddOnAccounts(queries, appId, addOnIds) : [];
  const data = createPublishedData(
    after,
    {
      changes: plan.changes,
      outcomes: listOutcomes(before, after),
      addOnOutcomes,
      accounts: new Map([...plan.accounts, ...addOnAccounts]),
    },
    {
      edition: { id, number, note },
      actor: { kind: by.kind, name: by.name, user_id: by.userId ?? null, channel: by.channel },
    },
  );
  // One event for the app, however many accounts are affected.
  const type = 'catalog.published';
  await insertEvent(queries, { appId, id: makeId('event'), type, occurredAt: publishedAt, data });
  await insertAuditEntry(queries, {
    appId,
    id: makeId('auditEntry'),
    type,
    actor: by,
    channel: by.channel,
    targetId: id,
    occurredAt: publishedAt,
    data: {
      edition: number,
      catalog_revision: data.catalog_revision,
      // The text of a draft has no file.
      ...(!draft && { price_list: input.priceListFile.file.name }),
      changed_versions: data.changed_versions.map(({ title }) => title),
    },
  });
  return plan;
}

/**
 * Whether a plan or an add-on that is about to change in place has got its first account since the accounts were counted. Changes of
 * accounts are blocked only after the count, because it can take seconds.
 */
async function hasNewAccounts(queries: Queries, plan: ImportPlan, appId: string): Promise<boolean> {
  const { stored, changes, decisions, addOnDecisions, accounts } = plan;
  const isFollowed = (key: string) =>
    decisions.some((each) => each.key === key && each.decision === 'follow');
  const versions = (stored?.versions ?? []).filter(
    ({ id, catalogKey }) => !accounts.has(id) && isFollowed(catalogKey),
  );
  if (
    versions.length > 0 &&
    (await hasAccountOn(
      queries,
      appId,
      versions.map(({ id }) => id),
    ))
  )
    return true;
  // Nothing was decided about those without accounts.
  const changed = new Set(
    [...changes.addOnPrices, ...changes.addOnEffects].map(({ before, after }) => (before ?? after)?.addOn),
  );
  for (const { key } of addOnDecisions) changed.delete(key);
  const addOns = (stored?.addOns ?? []).filter(({ catalogKey }) => changed.has(catalogKey));
  if (addOns.length === 0) return false;
  return (
    (
      await countAddOnAccounts(
        queries,
        appId,
        addOns.map(({ id }) => id),
      )
    ).size > 0
  );
}

/** Reads what an import is compared with. */
export type CatalogReader = {
  readStoredCatalog: typeof readStoredCatalog;
  countAccounts: typeof countAccounts;
};

/** Plans an import within a transaction. Throws `ImportError`. */
export async function planImportInTransaction(
  queries: Queries,
  { slug, priceListFile, extensionFile, existing = new Map(), by = operator }: ImportInput,
  read: CatalogReader = { readStoredCatalog, countAccounts },
): Promise<ImportPlan> {
  const found = await read.readStoredCatalog(queries, slug);
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
  if (stored) report.warnings.push(...findPriceJumps(stored, catalog, extensionFile?.extension ?? {}));

  const host = catalog.app.host;
  const isOperator = by.kind === 'operator';
  const other = host && isOperator ? await findOtherAppByHost(queries, host, slug) : null;
  if (!isOperator && host !== undefined && host !== (stored?.app.host ?? null)) {
    const message = 'Only an operator can change the host name, with the command "catalog".';
    conflicts.push({ source: 'extension', path: ['app', 'host'], message });
  }
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
      changed: null,
      decisions: [],
      outcomes: [],
      accounts: new Map(),
      addOnDecisions: [],
      included: [],
    };
  }
  const accounts = await read.countAccounts(queries, stored.app.id);
  const decisions = decideVersions({ stored, catalog, accountIds, accounts, existing });
  const { stored: kept, decisions: addOnDecisions } = await keepAddOns(
    queries,
    keepVersions(stored, listKeptKeys(decisions)),
    catalog,
    existing,
  );
  const isKept = [...decisions, ...addOnDecisions].some(({ decision }) => decision === 'keep');
  const changes = isKept ? planChanges(kept, catalog, accountIds).changes : listed.changes;
  const changed = buildChangedCatalog(kept, changes);
  const before = buildStoredCatalog(stored);
  const outcomes = listOutcomes(before, changed);
  const included = await listIncludedAddOns(queries, before, changed);
  return { ...plan, stored: kept, changes, changed, decisions, outcomes, accounts, addOnDecisions, included };
}

async function listIncludedAddOns(
  queries: Queries,
  before: AppCatalog,
  after: AppCatalog,
): Promise<IncludedAddOn[]> {
  const inclusions = findIncludedAddOns(before, after);
  if (inclusions.length === 0) return [];
  const counts = await countIncludedAddOns(queries, after.app.id, inclusions);
  return inclusions.flatMap(({ versionId, addOnId }, index) => {
    const version = after.versions.find(({ id }) => id === versionId)!.title;
    const addOn = after.addOns.find(({ id }) => id === addOnId)!.title;
    const accounts = counts[index] ?? 0;
    return accounts === 0 ? [] : [{ version, addOn, accounts }];
  });
}
