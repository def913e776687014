import type { ImportedCatalog } from '@/lib/catalog-import/build/imported-catalog';
import { findSimilar } from '@/lib/catalog-import/parse/find-similar';
import type { AccountCounts, StoredCatalog } from '@/lib/db/catalog-store';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { isContentChanged } from '@/lib/domain/catalog-changes';
import { buildChangedCatalog, buildStoredCatalog } from './build-changed-catalog';
import { type Conflict, keepRows } from './catalog-changes';
import { findConcernedPeriod, findLosses } from './find-losses';
import { planChanges } from './plan-changes';

/** The stored catalog in which the versions with these keys are kept. */
export function keepVersions(stored: StoredCatalog, keys: ReadonlySet<string>): StoredCatalog {
  return { ...stored, versions: keepRows(stored.versions, keys) };
}

export type Existing = 'keep' | 'follow';

/** Why accounts would be worse off. */
export interface Loss<Reason = string> {
  reason: Reason;
  /** How many accounts it concerns. */
  accounts: number;
}

/** What a publication does to the accounts on a plan whose content changes. */
export interface VersionDecision {
  /** `catalogKey` of the plan. */
  key: string;
  decision: Existing;
  /** The decision without `existing` of the input. */
  defaultDecision: Existing;
  /** Why they would be worse off with the content of the list. Of a plan with accounts, what concerns some of them. */
  losses: Loss[];
  /** Billing periods of which the plan has no accounts, which would be worse off. */
  unconcerned: ('month' | 'year')[];
  /** Whether `existing` of the input made the decision. */
  isRequested: boolean;
}

interface DecisionInput {
  stored: StoredCatalog;
  catalog: ImportedCatalog;
  accountIds: ReadonlyMap<string, string>;
  accounts: AccountCounts;
  /** Those that are billed yearly. */
  yearly: AccountCounts;
  /** Requested decisions, by `catalogKey`. One for a plan that does not change, or keep for one without accounts, has no effect. */
  existing: ReadonlyMap<string, Existing>;
}

/**
 * Decides for each plan that is stored and listed with other content. If some of its accounts would be worse off, all keep the stored
 * version. It is compared as it would be kept: features that it shares with the list change for it too.
 */
export function decideVersions(input: DecisionInput): VersionDecision[] {
  const { stored, catalog, accountIds, accounts, yearly, existing } = input;
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const kept = keepVersions(stored, listed);
  const before = buildStoredCatalog(stored);
  const after = buildChangedCatalog(kept, planChanges(kept, catalog, accountIds).changes);
  return before.versions.flatMap((version) => {
    const key = version.catalogKey;
    const next = after.versions.find(({ catalogKey }) => catalogKey === key);
    const keptVersion = after.versions.find(({ id }) => id === version.id);
    if (!listed.has(key) || !next || !keptVersion) return [];
    const to = snapshotVersion(after, next);
    const all = accounts.get(version.id) ?? 0;
    const hasAccounts = all > 0;
    const found = findLosses(snapshotVersion(after, keptVersion), to);
    if (found.length === 0 && !isContentChanged(snapshotVersion(before, version), to)) return [];
    const annual = yearly.get(version.id) ?? 0;
    const possible = found.map((reason) => {
      const period = findConcernedPeriod(reason, keptVersion, stored.app);
      return { reason, period, accounts: period === null ? all : period === 'year' ? annual : all - annual };
    });
    const losses = possible
      .filter((loss) => !hasAccounts || loss.accounts > 0)
      .map(({ reason, accounts: count }): Loss => ({ reason, accounts: count }));
    const unconcerned = possible.flatMap(({ period, accounts: count }) =>
      hasAccounts && count === 0 && period ? period : [],
    );
    const requested = existing.get(key);
    const defaultDecision = hasAccounts && losses.length > 0 ? 'keep' : 'follow';
    const decision = (hasAccounts && requested) || defaultDecision;
    const isRequested = requested === decision;
    return [{ key, decision, defaultDecision, losses, unconcerned, isRequested }];
  });
}

/** The keys of the plans whose version is kept. */
export function listKeptKeys(decisions: Pick<VersionDecision, 'key' | 'decision'>[]): Set<string> {
  return new Set(decisions.flatMap(({ key, decision }) => (decision === 'keep' ? [key] : [])));
}

/** Requests for plans and add-ons that the list does not have. */
export function findUnknownPlans(
  existing: ReadonlyMap<string, Existing>,
  { versions, addOns }: ImportedCatalog,
): Conflict[] {
  const keys = [...versions, ...addOns].map(({ catalogKey }) => catalogKey);
  return [...existing.keys()].flatMap((key) => {
    if (keys.includes(key)) return [];
    const similar = findSimilar(key, keys);
    const hint = similar === undefined ? '' : ` Did you mean "${similar}"?`;
    return [
      {
        source: 'price-list' as const,
        path: ['plans'],
        message: `The list has no plan or add-on "${key}", which --existing names.${hint}`,
      },
    ];
  });
}
