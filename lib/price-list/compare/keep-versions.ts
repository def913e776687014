import { billingPeriods, type existingDecisions } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';
import { contentLosses, type VersionLoss } from '@/lib/contract/version-losses';
import { compareByTag } from '@/lib/contract/versions';
import type { CatalogVersion } from '@/lib/db/catalog';
import type { RenewalCounts } from '@/lib/db/catalog-follows';
import type { AccountCounts, StoredCatalog, StoredVersion } from '@/lib/db/catalog-store';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { compareSnapshots, hasFeatureChanges } from '@/lib/domain/catalog/compare-features';
import { isContentChanged } from '@/lib/domain/history/catalog-changes';
import type { ImportedCatalog } from '../build/written-catalog';
import { type Kept, keepRows, type RenewalChange } from './catalog-changes';
import { buildChangedCatalog, buildStoredCatalog } from './convert-catalog';
import { findConcernedPeriod, findLosses } from './find-losses';
import { planChanges } from './plan-changes';

/** The stored catalog in which versions are kept as decided, with their price only or also with their content. */
export function keepVersions(
  stored: StoredCatalog,
  decisions: Pick<
    VersionDecision,
    'id' | 'key' | 'decision' | 'presentKey' | 'takesContent' | 'keepsPrice' | 'renewal'
  >[],
): StoredCatalog {
  const decided = new Map(decisions.map((decision) => [decision.id, decision]));
  const versions = keepRows(stored.versions, listKeptKeys(decisions)).map((version): Kept<StoredVersion> => {
    const decision = decided.get(version.id);
    if (!decision) return version;
    const { key, presentKey, takesContent, keepsPrice, renewal } = decision;
    const contentKey = takesContent ? (presentKey ?? key) : null;
    return { ...version, decided: { keepsPrice, contentKey, renewal } };
  });
  return { ...stored, versions };
}

/**
 * `keep_price`: accounts keep what they pay, and get the content of the list. `follow_renewal`: each keeps both until its paid
 * period ends, and follows then.
 */
export type Existing = (typeof existingDecisions)[number];

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
  /** `catalogKey` of the plan or add-on that has replaced it. It is null unless it is an earlier generation. */
  presentKey: string | null;
  /** How many accounts have it. */
  accounts: number;
  /** How many of them get what the list has at once. */
  following: number;
  /** It is not `follow` if some accounts do not follow at once. */
  decision: Existing;
  /** The decision without `existing` of the input. */
  defaultDecision: Existing;
  /** `following` without it. */
  defaultFollowing: number;
  /** Why accounts would be worse off with what the list has. If any have it, what concerns some of them. */
  losses: Loss[];
  /** What `existing` of the input says, or null if it does not decide. */
  requested: Existing | null;
  /** When its accounts follow at their renewal, or undefined with another decision. */
  renewals?: RenewalCounts;
}

export interface VersionDecision extends Decision {
  /** ID of the stored version. */
  id: string;
  /**
   * With another decision than `follow`, the billing period of the accounts that follow because no loss concerns them. It is null
   * if there is none.
   */
  followingPeriod: BillingPeriod | null;
  /** Whether accounts follow to another version. Those that it would cost an add-on stay, unless that was requested. */
  isFollowing: boolean;
  /** Billing periods of which the version has no accounts, which would be worse off. */
  unconcerned: BillingPeriod[];
  /** Whether accounts that stay on the version get the content of the list. */
  takesContent: boolean;
  /** Whether they get that of later lists too, unless it is worse. */
  keepsPrice: boolean;
  renewal: RenewalChange;
}

interface DecisionInput {
  stored: StoredCatalog;
  catalog: ImportedCatalog;
  accountIds: ReadonlyMap<string, string>;
  accounts: AccountCounts;
  /** Accounts that are billed yearly. */
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
 * was requested. Those that keep their price get the content of their plan, also without accounts: an undo returns to them. So do
 * those whose accounts follow at their renewal, which the next publication decides again.
 */
export function decideVersions(input: DecisionInput): VersionDecision[] {
  const { stored, catalog, accountIds, existing } = input;
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const kept = { ...stored, versions: keepRows(stored.versions, listed) };
  const before = buildStoredCatalog(stored);
  const after = buildChangedCatalog(kept, planChanges(kept, catalog, accountIds).changes);
  const compare = (key: string, id: string) => {
    const version = after.versions.find((each) => each.id === id)!;
    const next = after.versions.find(({ catalogKey }) => catalogKey === key)!;
    const [own, to] = [snapshotVersion(after, version), snapshotVersion(after, next)];
    const found = findLosses(own, to);
    const counted = countLosses(found, version, input);
    return { own, to, found, counted, byPrice: countLosses(found.filter(isPriceLoss), version, input) };
  };
  const decisions = before.versions.flatMap((version): VersionDecision[] => {
    const { id, catalogKey: key } = version;
    if (!listed.has(key)) return [];
    const { to, found, counted, byPrice } = compare(key, id);
    const isChanged = isContentChanged(snapshotVersion(before, version), to);
    if (found.length === 0 && !isChanged) return [];
    const requested = counted.accounts > 0 ? existing.get(key) : undefined;
    const rules = {
      requested,
      follows: true,
      keepsPrice: false,
      takesContent: false,
      renews: false,
      isEarlier: false,
    };
    return [{ key, id, presentKey: null, ...choose(counted, byPrice, rules) }];
  });
  const decided = new Map(decisions.map((decision) => [decision.key, decision]));
  const keys = new Map(before.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const byTag = before.versions.toSorted(compareByTag);
  const earlier = byTag.flatMap((version): VersionDecision[] => {
    const { id, catalogKey: key, replacedBy, renewsTo } = version;
    const keepsPrice = version.keepsPrice === true;
    const presentKey = keys.get(replacedBy ?? '');
    if (presentKey === undefined || !listed.has(presentKey)) return [];
    if (!input.accounts.get(id) && !keepsPrice && renewsTo === null) return [];
    const { own, to, found, counted, byPrice } = compare(presentKey, id);
    const present = decided.get(presentKey);
    const follows = present !== undefined && (!isContentChanged(own, to) || !isKeptByRequest(present));
    const isSame = !hasFeatureChanges(compareSnapshots(own, to));
    const takesContent = keepsPrice && found.every(isPriceLoss) && (follows || isSame);
    const requested = counted.accounts > 0 ? existing.get(key) : undefined;
    const renews = renewsTo !== null;
    const rules = { requested, follows, keepsPrice, takesContent, renews, isEarlier: true };
    const chosen = choose(counted, byPrice, rules);
    // Accounts that are due to get what the plan had follow to what replaces that in the same way.
    const isRetargeted = chosen.renewal === null && present?.renewal === 'start' && present.id === renewsTo;
    return [{ key, id, presentKey, ...chosen, ...(isRetargeted && { renewal: 'retarget' as const }) }];
  });
  return [...decisions, ...earlier];
}

const isPriceLoss = (reason: VersionLoss) => !contentLosses.has(reason);

/**
 * Whether accounts keep a plan or an add-on although it may be better then. Earlier generations stay too, unless
 * nothing changes for them.
 */
export function isKeptByRequest(decision: Decision | undefined): boolean {
  return decision?.requested === 'keep';
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
  const following = billingPeriods.find(
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

interface Rules {
  requested: Existing | undefined;
  /** Whether accounts follow by default if they lose nothing. */
  follows: boolean;
  keepsPrice: boolean;
  /** Whether they get the content by default. */
  takesContent: boolean;
  /** Whether they follow at their renewal by default. */
  renews: boolean;
  /** Whether the version is an earlier generation. The content of another one changes if its accounts follow. */
  isEarlier: boolean;
}

/** `byPrice` are the losses of what accounts pay. */
function choose(counted: Counted, byPrice: Counted, rules: Rules) {
  const { unaffected: _, ...shared } = counted;
  const { requested = null } = rules;
  const decided = chooseFollowing(counted, byPrice, rules);
  const byDefault = chooseFollowing(counted, byPrice, { ...rules, requested: undefined });
  return {
    ...shared,
    ...decided,
    defaultDecision: byDefault.decision,
    defaultFollowing: byDefault.following,
    requested,
    keepsPrice: requested === null ? rules.keepsPrice : requested === 'keep_price',
    isFollowing: decided.following > 0,
    renewal: chooseRenewal(requested),
  };
}

function chooseRenewal(requested: Existing | null): RenewalChange {
  if (requested === 'follow_renewal') return 'start';
  return requested === 'keep' || requested === 'keep_price' ? 'end' : null;
}

/** Who follows. With the price kept, those that would not pay more do. */
function chooseFollowing(
  counted: Counted,
  byPrice: Counted,
  { requested, follows, takesContent: takesByDefault, renews, isEarlier }: Rules,
): Pick<VersionDecision, 'decision' | 'following' | 'followingPeriod' | 'takesContent'> {
  const { accounts } = counted;
  const takesContent = requested === undefined ? takesByDefault : requested === 'keep_price';
  const { losses, unaffected, followingPeriod } = takesContent ? byPrice : counted;
  if (requested === 'follow_renewal') {
    return { decision: requested, following: 0, followingPeriod: null, takesContent: false };
  }
  const kept = takesContent ? 'keep_price' : 'keep';
  const isWorse = accounts > 0 && losses.length > 0;
  const mayFollow = requested === undefined ? follows : requested !== 'keep';
  if (requested === 'follow' || (mayFollow && !isWorse)) {
    return {
      ...{ decision: 'follow', following: accounts, followingPeriod: null },
      takesContent: takesContent && isEarlier,
    };
  }
  return {
    decision: renews && requested === undefined ? 'follow_renewal' : kept,
    following: mayFollow ? unaffected : 0,
    followingPeriod: mayFollow ? followingPeriod : null,
    takesContent,
  };
}

/** The keys of the plans or add-ons of which accounts keep a row of their own. */
export function listKeptKeys(decisions: Pick<Decision, 'key' | 'decision' | 'presentKey'>[]): Set<string> {
  return new Set(
    decisions.flatMap(({ key, decision, presentKey }) =>
      decision !== 'follow' && presentKey === null ? [key] : [],
    ),
  );
}

/** Whether a version that accounts keep changes. */
export const changesKept = ({ requested, takesContent, renewal }: VersionDecision): boolean =>
  takesContent || requested !== null || renewal !== null;
