import { billingPeriods } from '@/lib/contract/enums';
import { type Price, toPriceJson } from '@/lib/db/catalog';
import { type AddOnCounts, countAddOn, type StoredAddOn, type StoredCatalog } from '@/lib/db/catalog-store';
import { hasAmount, isAmountAsGood } from '@/lib/domain/catalog/amounts';
import { isPriceHigher } from '@/lib/pricing/compare-prices';
import { getFeePeriod, isPriced } from '@/lib/pricing/price';
import type { Content } from '../build/limit-unit';
import type { ImportedCatalog, WrittenAddOnEffect } from '../build/written-catalog';
import { keepRows } from './catalog-changes';
import { toWrittenRows, type WrittenRows } from './convert-catalog';
import { type Decision, type Existing, isKeptByRequest, listKeptKeys } from './keep-versions';
import { listTargets, planAddOns } from './plan-add-ons';

/**
 * What a publication does to the accounts that have an add-on whose price or content changes, or an earlier generation
 * of one.
 */
export interface AddOnDecision extends Decision {
  title: string;
  /** IDs of the versions whose accounts get the present generation in place of an earlier one. */
  followingVersions: string[];
}

interface AddOnDecisionInput {
  compareAddOns: CompareAddOns;
  existing: ReadonlyMap<string, Existing>;
  countAccounts: () => Promise<AddOnCounts>;
}

/**
 * Decides about each listed add-on whose price or content changes, and about earlier generations of these. One that
 * gets worse for accounts that have it is kept, unless `existing` says otherwise: its row gets another key, and the
 * list adds a row with its key.
 */
export async function keepAddOns(
  stored: StoredCatalog,
  catalog: ImportedCatalog,
  { existing, countAccounts }: Omit<AddOnDecisionInput, 'compareAddOns'>,
): Promise<{ stored: StoredCatalog; decisions: AddOnDecision[] }> {
  const before = toWrittenRows(stored);
  const changed = findChanged(stored, before, catalog);
  const input = { existing, countAccounts, compareAddOns: createComparison(before, catalog) };
  const decisions = await decideChanged(changed, input);
  const decided = new Map(decisions.map((decision) => [decision.key, decision]));
  const earlier = stored.addOns.flatMap((addOn) => {
    const present = stored.addOns.find(({ id }) => id === addOn.replacedBy);
    if (!present || !(changed.includes(present) || existing.has(addOn.catalogKey))) return [];
    const decision = decided.get(present.catalogKey);
    return [{ addOn, present, isChanged: changed.includes(present), mayFollow: !isKeptByRequest(decision) }];
  });
  const earlierDecisions = await decideEarlier(stored, earlier, input);
  const addOns = keepRows(stored.addOns, listKeptKeys(decisions));
  return { stored: { ...stored, addOns }, decisions: [...decisions, ...earlierDecisions] };
}

async function decideChanged(
  changed: StoredAddOn[],
  { existing, countAccounts, compareAddOns }: AddOnDecisionInput,
): Promise<AddOnDecision[]> {
  if (changed.length === 0) return [];
  const counts = await countAccounts();
  return changed.flatMap(({ id, catalogKey: key, title }): AddOnDecision[] => {
    const accounts = countAddOn(counts, id);
    if (accounts === 0) return [];
    const requested = existing.get(key);
    const losses = compareAddOns(key, key).flatMap(({ reason }) =>
      reason === null ? [] : [{ reason, accounts }],
    );
    const defaultDecision = losses.length > 0 ? 'keep' : 'follow';
    const decision = requested ?? defaultDecision;
    return [
      {
        ...{ key, title, presentKey: null, accounts, losses, decision, defaultDecision },
        following: decision === 'follow' ? accounts : 0,
        defaultFollowing: defaultDecision === 'follow' ? accounts : 0,
        requested: requested ?? null,
        followingVersions: [],
      },
    ];
  });
}

interface Earlier {
  addOn: StoredAddOn;
  present: StoredAddOn;
  /** Whether the present generation changes. */
  isChanged: boolean;
  /** Whether accounts follow by default if they lose nothing. Otherwise only if nothing changes for them. */
  mayFollow: boolean;
}

async function decideEarlier(
  stored: StoredCatalog,
  earlier: Earlier[],
  { existing, countAccounts, compareAddOns }: AddOnDecisionInput,
): Promise<AddOnDecision[]> {
  const pairs = earlier.flatMap(({ addOn }) =>
    stored.addOnPrices.flatMap(({ addOnId, versionId }) =>
      addOnId === addOn.id ? [{ addOnId, versionId }] : [],
    ),
  );
  if (pairs.length === 0) return [];
  const counts = await countAccounts();
  return earlier.flatMap(({ addOn, present, isChanged, mayFollow }): AddOnDecision[] => {
    const { id, catalogKey: key, title } = addOn;
    const counted = pairs.flatMap(({ addOnId, versionId }) => {
      const accounts = addOnId === id ? counts.get(id)?.get(versionId) : undefined;
      return accounts ? [{ versionId, accounts }] : [];
    });
    if (counted.length === 0) return [];
    const requested = existing.get(key);
    const compared = new Map(compareAddOns(key, present.catalogKey).map((each) => [each.versionId, each]));
    const losses = counted.flatMap(({ versionId, accounts }) => {
      const reason = compared.get(versionId)?.reason;
      return reason ? [{ reason, accounts }] : [];
    });
    const byDefault = counted.filter(({ versionId }) => {
      const { reason = null, isSame = false } = compared.get(versionId) ?? {};
      return isChanged && reason === null && (mayFollow || isSame);
    });
    const byRequest = requested === 'follow' ? counted : [];
    const following = requested === undefined ? byDefault : byRequest;
    const defaultDecision = byDefault.length === counted.length ? 'follow' : 'keep';
    return [
      {
        ...{ key, title, presentKey: present.catalogKey, losses, defaultDecision },
        accounts: countAll(counted),
        following: countAll(following),
        decision: requested ?? defaultDecision,
        defaultFollowing: countAll(byDefault),
        requested: requested ?? null,
        followingVersions: following.map(({ versionId }) => versionId),
      },
    ];
  });
}

const countAll = (counted: { accounts: number }[]) =>
  counted.reduce((sum, { accounts }) => sum + accounts, 0);

const reasons: Record<AddOnLoss, (version: string) => string> = {
  unavailable: (version) => `it is not available for ${version} any more`,
  price: (version) => `the price for ${version} rises or can’t be compared`,
  content: (version) => `it adds less to ${version}`,
};

/** The listed add-ons that are offered now and whose prices or effects change. */
function findChanged(stored: StoredCatalog, before: WrittenRows, catalog: ImportedCatalog): StoredAddOn[] {
  const { addOnPrices, addOnEffects } = planAddOns(before, catalog, []);
  const keys = new Set(
    [...addOnPrices, ...addOnEffects].map(({ before, after }) => (before ?? after)?.addOn),
  );
  const listed = new Set(catalog.addOns.map(({ catalogKey }) => catalogKey));
  return stored.addOns.filter(({ catalogKey }) => listed.has(catalogKey) && keys.has(catalogKey));
}

interface ComparedAddOn {
  versionId: string;
  /** Why its accounts would be worse off. It is null if they would not. */
  reason: string | null;
  /** Whether nothing changes for them. */
  isSame: boolean;
}

type CompareAddOns = (from: string, to: string) => ComparedAddOn[];

/** Returns a function that compares the add-on `from`, as accounts have it, with what the list has of `to`, by version. */
function createComparison(before: WrittenRows, catalog: ImportedCatalog): CompareAddOns {
  const after = listTargets(before, catalog);
  const versions = new Map(before.versions.map((version) => [version.catalogKey, version]));
  const ofAddOn = <T extends { addOn: string }>(rows: T[], key: string) =>
    rows.filter(({ addOn }) => addOn === key);
  return (from, to) => {
    const effects = { before: ofAddOn(before.addOnEffects, from), after: ofAddOn(after.addOnEffects, to) };
    return ofAddOn(before.addOnPrices, from).flatMap((price) => {
      const version = versions.get(price.version);
      const offered = ofAddOn(after.addOnPrices, to).find((each) => each.version === price.version);
      if (!version) return [];
      const own = { price, effects: effects.before };
      const loss = findLoss(own, { price: offered, effects: effects.after }, price.version, catalog);
      const isSame =
        offered !== undefined &&
        loss === null &&
        findLoss({ price: offered, effects: effects.after }, own, price.version, catalog) === null;
      return [{ versionId: version.id, reason: loss && reasons[loss](version.title), isSame }];
    });
  };
}

/** What an account gets and pays. */
interface SoldAddOn {
  /** The value is undefined if it is not available. */
  price: Price | undefined;
  effects: WrittenAddOnEffect[];
}

type AddOnLoss = 'unavailable' | 'price' | 'content';

/** What gets worse for accounts on a version, or can't be compared. It is null if nothing does. */
function findLoss(
  before: SoldAddOn & { price: Price },
  after: SoldAddOn,
  version: string,
  { app, features }: Pick<ImportedCatalog, 'app' | 'features'>,
): AddOnLoss | null {
  if (!after.price) return 'unavailable';
  const losesContent = before.effects.some((effect) => {
    const had = getContent(effect, version);
    const other = after.effects.find(
      (each) => each.feature === effect.feature && each.effect === effect.effect,
    );
    const has = other && getContent(other, version);
    if (!had || !has) return had !== undefined;
    const feature = features.find(({ catalogKey }) => catalogKey === effect.feature);
    return (
      hasAmount(had) &&
      !isAmountAsGood(has, had, effect.effect === 'add' ? 'higher' : (feature?.betterAmount ?? null))
    );
  });
  if (losesContent) return 'content';
  return isHigher(before.price, after.price, app) ? 'price' : null;
}

/** What an effect does on a version, or undefined if there is none. */
function getContent(
  { byVersion, value, amount, unlimited }: WrittenAddOnEffect,
  version: string,
): Content | undefined {
  return byVersion ? byVersion[version] : { value, amount, unlimited };
}

/** Whether a price is higher for an account that is billed for some period, or can't be compared. */
function isHigher(from: Price, to: Price, { billingPeriod: app }: ImportedCatalog['app']): boolean {
  const [before, after] = [toPriceJson(from), toPriceJson(to)];
  return billingPeriods
    .filter((billed) => !isPriced(before) || getFeePeriod(before, billed, app) !== null)
    .some((billed) => isPriceHigher(before, after, { app, billed }));
}
