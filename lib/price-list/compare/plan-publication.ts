import type { EditionActor, EditionChange, EditionWithText } from '@/lib/db/catalog-editions';
import { countRenewals, type readFollowGroups } from '@/lib/db/catalog-follows';
import {
  type AddOnCounts,
  countAccounts,
  countAddOnAccounts,
  countChangesTo,
  findAccountIds,
  findOtherAppByHost,
  readStoredCatalog,
} from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import type { ExtensionFile } from '../parse/extension';
import type { PriceListFile } from '../parse/parse-price-list';
import { ImportError } from '../yaml/diagnostics';
import { buildChangedCatalog, buildStoredCatalog } from './convert-catalog';
import { describeDigitsProblem, planConversion } from './convert-digits';
import { countFollowing } from './count-following';
import { findPriceJumps } from './find-price-jumps';
import { findUnknownPlans, resolveDecisions } from './find-unknown-plans';
import { keepAddOns } from './keep-add-ons';
import {
  changesKept,
  decideVersions,
  type Existing,
  keepVersions,
  listKeptKeys,
  type VersionDecision,
} from './keep-versions';
import { listOutcomes, listRetired } from './list-outcomes';
import { countUnavailable } from './offer-add-ons';
import { planChanges } from './plan-changes';
import { noAccounts, type Publication } from './publication';
import { findLikelyRenames, renameRows } from './rename-rows';

// The stages of an import:
//   parse/    a YAML file to a normalized price list, and its extension
//   build/    price list and extension to a catalog as it is written
//   compare/  that catalog and the stored one to a list of changes, which is printed or applied

export interface ImportInput {
  /** Slug of the app to import into. */
  slug: string;
  /** Whether accounts of a new app can have clocks. The default is false. */
  isTest?: boolean;
  priceListFile: PriceListFile;
  extensionFile: ExtensionFile | null;
  /** What happens to the accounts that have a plan or an add-on that changes, by `catalogKey`. The import decides the others. */
  existing?: ReadonlyMap<string, Existing>;
  /** The same of the draft, for what `existing` does not decide. What the list does not have is a warning. */
  decided?: ReadonlyMap<string, Existing>;
  /** The time of the publication, for data of the past. The default is now. */
  publishedAt?: Date;
  /** The draft that is published. The default is a new one with the text of the files. */
  draft?: { id: string; number: number; note: string } & Partial<
    Pick<EditionWithText, 'endsAt' | 'endsId'>
  > & {
      /** What its publication changes of it. */
      edit?: EditionChange;
    };
  /** Who publishes. The default is an operator, who alone can change the host name of the app, and convert its amounts. */
  by?: EditionActor;
  /** The digits of the currency in which the app stores amounts, if those that are stored with it are wrong. */
  currencyDigits?: number | null;
}

export const operator: EditionActor = { kind: 'operator', id: null, name: 'Operator', channel: 'command' };

/** Reads what an import is compared with. */
export type CatalogReader = {
  readStoredCatalog: typeof readStoredCatalog;
  countAccounts: typeof countAccounts;
  /** The default is from the database. */
  readFollowGroups?: typeof readFollowGroups;
  /** The default is from the database. */
  countRenewals?: typeof countRenewals;
  countAddOnAccounts?: typeof countAddOnAccounts;
};

/** Plans an import within a transaction. Throws `ImportError`. */
export async function planPublicationInTransaction(
  queries: Queries,
  {
    slug,
    priceListFile,
    extensionFile,
    currencyDigits = null,
    existing: requested = new Map(),
    decided,
    by = operator,
  }: ImportInput,
  read: CatalogReader = { readStoredCatalog, countAccounts },
): Promise<Publication> {
  const found = await read.readStoredCatalog(queries, slug);
  const isOperator = by.kind === 'operator';
  const { currency } = priceListFile.list;
  const converting = found && isOperator ? planConversion(found, currency, currencyDigits) : null;
  const conversion = converting?.conversion ?? null;
  const { renamed: stored, conflicts: renameConflicts } = found
    ? renameRows(converting?.converted ?? found, extensionFile?.extension ?? {})
    : { renamed: null, conflicts: [] };
  const { catalog, report } = buildImportedCatalog(priceListFile, extensionFile, stored);
  const granted = catalog.grants.map(({ account }) => account);
  const accountIds = stored
    ? await findAccountIds(queries, stored.app.id, granted)
    : new Map<string, string>();
  const listed = planChanges(stored, catalog, accountIds);
  const ofDraft = resolveDecisions(decided, { catalog, stored, extension: extensionFile?.extension ?? {} });
  const existing = new Map([...ofDraft.existing, ...requested]);
  const conflicts = [...listed.conflicts, ...renameConflicts, ...findUnknownPlans(existing, catalog, stored)];
  const digitsProblem =
    found && describeDigitsProblem(found, catalog.versions, { conversion, currencyDigits });
  if (digitsProblem) conflicts.push({ source: 'price-list', path: ['currency'], message: digitsProblem });
  const priceJumps = stored ? findPriceJumps(stored, catalog, extensionFile?.extension ?? {}) : [];
  for (const warning of [...listed.warnings, ...priceJumps, ...ofDraft.warnings])
    report.warnings.push(warning);

  const host = catalog.app.host;
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
  const renames = stored ? findLikelyRenames(stored, catalog, listed.changes) : [];
  const planned = { catalog, listed: listed.changes, report, renames, conversion, scheduled: [] };
  if (!stored) return { ...noAccounts, ...planned, stored, changes: listed.changes, outcomes: [] };
  const { accounts, yearly } = await read.countAccounts(queries, stored.app.id);
  const decisions = await addRenewals(
    queries,
    stored.app.id,
    decideVersions({ stored, catalog, accountIds, accounts, yearly, existing }),
    read.countRenewals,
  );
  let addOnCounts: Promise<AddOnCounts> | undefined;
  const countInApp = read.countAddOnAccounts ?? countAddOnAccounts;
  const countAddOns = () => (addOnCounts ??= countInApp(queries, stored.app.id));
  const { stored: kept, decisions: addOnDecisions } = await keepAddOns(
    keepVersions(stored, decisions),
    catalog,
    { existing, countAccounts: countAddOns },
  );
  const isDecided = listKeptKeys([...decisions, ...addOnDecisions]).size > 0 || decisions.some(changesKept);
  const { changes, missing } = isDecided ? planChanges(kept, catalog, accountIds) : listed;
  const changed = buildChangedCatalog(kept, changes);
  const before = buildStoredCatalog(stored);
  const outcomes = listOutcomes(before, changed);
  const all = { stored, before, changed, decisions, addOnDecisions };
  const followed = await countFollowing(queries, all, read.readFollowGroups);
  return {
    ...planned,
    accounts,
    yearly,
    addOnCounts: (await addOnCounts) ?? null,
    stored: kept,
    changes,
    changed,
    outcomes,
    changesTo: await countChangesTo(queries, stored.app.id, listRetired(outcomes)),
    ...followed,
    unavailable: countUnavailable(missing, kept.versions, { accounts, decisions: followed.decisions }),
  };
}

/** Adds when accounts follow at their renewal. */
async function addRenewals(
  queries: Queries,
  appId: string,
  decisions: VersionDecision[],
  count = countRenewals,
): Promise<VersionDecision[]> {
  const ids = decisions.flatMap(({ id, decision }) => (decision === 'follow_renewal' ? [id] : []));
  const counts = await count(queries, appId, ids);
  return decisions.map((decision) => {
    const renewals = counts.get(decision.id);
    return renewals ? { ...decision, renewals } : decision;
  });
}
