import type { ImportedCatalog } from '@/lib/catalog-import/build/imported-catalog';
import { findSimilar } from '@/lib/catalog-import/parse/find-similar';
import type { VersionLoss } from '@/lib/contract/catalog-editions';
import type { BillingPeriod } from '@/lib/contract/fields';
import { compareByTag } from '@/lib/contract/tag';
import type { AppCatalog, CatalogVersion } from '@/lib/db/catalog';
import type { AccountCounts, StoredCatalog } from '@/lib/db/catalog-store';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
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

/** What a publication does to the accounts that have a plan or an add-on. */
export interface Decision {
  /** `catalogKey`: of a plan or an add-on that changes, or of an earlier generation of one. */
  key: string;
  /** `catalogKey` of the plan or add-on that has replaced it. Null unless it is an earlier generation. */
  presentKey: string | null;
  /** How many accounts have it. */
  accounts: number;
  /** How many of them get what the list has. */
  following: number;
  /** `keep` if some accounts do not follow. */
  decision: Existing;
  /** The decision without `existing` of the input. */
  defaultDecision: Existing;
  /** Why accounts would be worse off with what the list has. If any have it, what concerns some of them. */
  losses: Loss[];
  /** Whether `existing` of the input made the decision. */
  isRequested: boolean;
}

export interface VersionDecision extends Decision {
  /** ID of the stored version. */
  id: string;
  /** With `keep`: the billing period of the accounts that follow, because no loss concerns them. Null for none. */
  followingPeriod: BillingPeriod | null;
  /** Whether accounts follow to another version. Those that it would cost an add-on stay, unless that was requested. */
  isFollowing: boolean;
  /** Billing periods of which the version has no accounts, which would be worse off. */
  unconcerned: BillingPeriod[];
}

interface DecisionInput {
  stored: StoredCatalog;
  catalog: ImportedCatalog;
  accountIds: ReadonlyMap<string, string>;
  accounts: AccountCounts;
  /** Those that are billed yearly. */
  yearly: AccountCounts;
  /**
   * Requested decisions, by `catalogKey`. One for a plan that does not change, or keep for one without accounts, has no
   * effect.
   */
  existing: ReadonlyMap<string, Existing>;
}

/**
 * Decides for each plan that is stored and listed with other content, and for earlier generations of listed plans that
 * accounts have. Accounts that would be worse off keep what they have. It is compared as it would be kept: features
 * that it shares with the list change for it too. Earlier generations follow only when their plan changes, unless that
 * was requested.
 */
export function decideVersions(input: DecisionInput): VersionDecision[] {
  const { stored, catalog, accountIds, existing } = input;
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const kept = keepVersions(stored, listed);
  const before = buildStoredCatalog(stored);
  const after = buildChangedCatalog(kept, planChanges(kept, catalog, accountIds).changes);
  const decide = (key: string, id: string) => {
    const version = after.versions.find((each) => each.id === id)!;
    const next = after.versions.find(({ catalogKey }) => catalogKey === key)!;
    const found = findLosses(snapshotVersion(after, version), snapshotVersion(after, next));
    return { next, found, counted: countLosses(found, version, input) };
  };
  const decisions = before.versions.flatMap((version): VersionDecision[] => {
    const { id, catalogKey: key } = version;
    if (!listed.has(key)) return [];
    const { next, found, counted } = decide(key, id);
    const isChanged = isContentChanged(snapshotVersion(before, version), snapshotVersion(after, next));
    if (found.length === 0 && !isChanged) return [];
    const requested = counted.accounts > 0 ? existing.get(key) : undefined;
    return [{ key, id, presentKey: null, ...choose(counted, requested) }];
  });
  const decided = new Map(decisions.map((decision) => [decision.key, decision]));
  const keys = new Map(before.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const byTag = before.versions.toSorted(compareByTag);
  const earlier = byTag.flatMap(({ id, catalogKey: key, replacedBy }): VersionDecision[] => {
    const presentKey = keys.get(replacedBy ?? '');
    if (presentKey === undefined || !listed.has(presentKey) || !input.accounts.get(id)) return [];
    const { next, counted } = decide(presentKey, id);
    const present = decided.get(presentKey);
    const own = after.versions.find((version) => version.id === id)!;
    const isSame = !isContentChanged(snapshotVersion(after, own), snapshotVersion(after, next));
    const follows = present !== undefined && (isSame || !isKeptByRequest(present));
    return [{ key, id, presentKey, ...choose(counted, existing.get(key), follows) }];
  });
  return [...decisions, ...earlier];
}

/**
 * Whether accounts keep a plan or an add-on although it may be better then. Earlier generations stay too, unless
 * nothing changes for them.
 */
export function isKeptByRequest(decision: Decision | undefined): boolean {
  return decision?.decision === 'keep' && decision.isRequested;
}

type Counted = Pick<VersionDecision, 'accounts' | 'losses' | 'followingPeriod' | 'unconcerned'> & {
  /** How many accounts no loss concerns. */
  unaffected: number;
};

/** How many accounts of a version each loss concerns. */
function countLosses(
  found: VersionLoss[],
  version: CatalogVersion,
  { stored, accounts, yearly }: DecisionInput,
): Counted {
  const all = accounts.get(version.id) ?? 0;
  const annual = yearly.get(version.id) ?? 0;
  const byPeriod = { month: all - annual, year: annual };
  const possible = found.map((reason) => {
    const period = findConcernedPeriod(reason, version, stored.app);
    return { reason, period, accounts: period === null ? all : byPeriod[period] };
  });
  const concerning = possible.filter((loss) => all === 0 || loss.accounts > 0);
  const concerned = new Set(concerning.map(({ period }) => period));
  const following = (['month', 'year'] as const).find(
    (period) => byPeriod[period] > 0 && !concerned.has(null) && !concerned.has(period),
  );
  return {
    accounts: all,
    losses: concerning.map(({ period: _, ...loss }) => loss),
    unconcerned: possible.flatMap((loss) => (all > 0 && loss.accounts === 0 && loss.period) || []),
    ...(concerning.length === 0
      ? { unaffected: all, followingPeriod: null }
      : { unaffected: following ? byPeriod[following] : 0, followingPeriod: following ?? null }),
  };
}

function choose(
  { unaffected, followingPeriod, ...counted }: Counted,
  requested: Existing | undefined,
  followsByDefault = true,
) {
  const { accounts, losses } = counted;
  const isWorse = accounts > 0 && losses.length > 0;
  const defaultDecision: Existing = isWorse || !followsByDefault ? 'keep' : 'follow';
  const decision = requested ?? defaultDecision;
  const isSplit = requested === undefined && decision === 'keep' && followsByDefault;
  const followingOfKept = isSplit ? unaffected : 0;
  const following = decision === 'follow' ? accounts : followingOfKept;
  return {
    ...counted,
    decision,
    defaultDecision,
    isRequested: requested !== undefined,
    followingPeriod: isSplit ? followingPeriod : null,
    following,
    isFollowing: following > 0,
  };
}

/** The keys of the plans or add-ons of which accounts keep a row of their own. */
export function listKeptKeys(decisions: Pick<Decision, 'key' | 'decision' | 'presentKey'>[]): Set<string> {
  return new Set(
    decisions.flatMap(({ key, decision, presentKey }) =>
      decision === 'keep' && presentKey === null ? [key] : [],
    ),
  );
}

/** The decisions about earlier generations, with what their accounts have and what they get if they follow. */
export function describeEarlierVersions(
  changed: AppCatalog,
  decisions: VersionDecision[],
): { decision: VersionDecision; version: CatalogVersion; from: VersionSnapshot; to: VersionSnapshot }[] {
  return decisions.flatMap((decision) => {
    const version = changed.versions.find(({ id }) => id === decision.id);
    const next = changed.versions.find(({ catalogKey }) => catalogKey === decision.presentKey);
    if (!version || !next) return [];
    return [
      { decision, version, from: snapshotVersion(changed, version), to: snapshotVersion(changed, next) },
    ];
  });
}

/** Requests for plans and add-ons that the list does not have, and that no account has kept. */
export function findUnknownPlans(
  existing: ReadonlyMap<string, Existing>,
  { versions, addOns }: ImportedCatalog,
  stored: StoredCatalog | null,
): Conflict[] {
  const earlier = [...(stored?.versions ?? []), ...(stored?.addOns ?? [])].filter(
    ({ replacedBy }) => replacedBy !== null,
  );
  const keys = [...versions, ...addOns, ...earlier].map(({ catalogKey }) => catalogKey);
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
