import type { BillingPeriod } from '@/lib/contract/fields';
import { type AppCatalog, noPrice, toPriceJson } from '@/lib/db/catalog';
import type { CatalogFollow, FollowGroup } from '@/lib/db/catalog-follows';
import { isPriceHigher } from '@/lib/pricing/compare-prices';
import { noCallerState } from '../caller';
import { findAddOnPrice } from '../catalog/add-ons';
import { type CatalogView, createView } from '../catalog/catalog-view';
import { type AppliedCommand, applyCommand } from './apply-command';
import { isReplaced } from './record-change';
import { getSubscription, type Subscription } from './subscription';

// What becomes of the accounts that follow a publication: when it is done, and when it is reviewed.

/** Accounts of a work item, before and after it. */
type Followed = AppliedCommand & { view: CatalogView; before: Subscription };

/** Whether an account stays as it is: it did not choose the other version, which would cost it an add-on. */
export function isHeldBack(
  { requested }: Pick<CatalogFollow, 'requested'>,
  { view, before, after, addOns }: Followed,
): boolean {
  if (requested || before.version?.id === after.version?.id) return false;
  const periods = { app: view.catalog.app.billingPeriod, billed: after.billingPeriod };
  return addOns.some(
    (each) =>
      each.outcome === 'lost' ||
      isReplaced(each) ||
      (each.before &&
        each.after &&
        isPriceHigher(toPriceJson(each.before.price), toPriceJson(each.after.price), periods)),
  );
}

/** Whether a work item is about an account on a version. */
export function isConcerned(
  { versionId, billingPeriod }: Pick<CatalogFollow, 'versionId' | 'billingPeriod'>,
  current: { versionId: string; billingPeriod: BillingPeriod } | null,
): boolean {
  return (
    current?.versionId === versionId && (billingPeriod ?? current.billingPeriod) === current.billingPeriod
  );
}

/** What a work item makes of an account that it concerns. */
export function applyFollow(
  view: CatalogView,
  before: Subscription,
  { toVersionId, addOnId }: Pick<CatalogFollow, 'toVersionId' | 'addOnId'>,
): Followed {
  const access = { role: null, state: view.state };
  return { view, before, ...applyCommand(view, access, before, { type: 'follow', toVersionId, addOnId }) };
}

/** What a work item does to accounts. */
export interface FollowCounts {
  /** Accounts that stay, although the numbers of accounts on versions say that they follow. */
  heldBack: number;
  /** The keys are IDs: accounts that get the present generation of an add-on with another version. */
  replaced: Map<string, number>;
  /** The keys are IDs: accounts whose version includes an add-on from then on, which is turned off. */
  included: Map<string, number>;
}

/** What work items, in the order in which they are done, do to groups of accounts. One result for each item. */
export function countFollows(
  catalog: AppCatalog,
  groups: FollowGroup[],
  follows: CatalogFollow[],
): FollowCounts[] {
  const counts = follows.map((): FollowCounts => ({ heldBack: 0, replaced: new Map(), included: new Map() }));
  for (const group of groups) {
    const done = follow(catalog, group, follows, { holdsBack: true });
    const due = follow(catalog, group, follows, { holdsBack: false });
    for (const [index, each] of counts.entries()) {
      const applied = done[index];
      if (!applied && due[index]) each.heldBack += group.accounts;
      for (const addOn of applied?.addOns ?? []) {
        const id = addOn.before?.id;
        if (id === undefined) continue;
        if (isReplaced(addOn)) add(each.replaced, id, group.accounts);
        if (addOn.outcome === 'included') add(each.included, id, group.accounts);
      }
    }
  }
  return counts;
}

const add = (counts: Map<string, number>, id: string, accounts: number) =>
  counts.set(id, (counts.get(id) ?? 0) + accounts);

/** What each work item does to a group, or null if that is nothing. */
function follow(
  catalog: AppCatalog,
  group: FollowGroup,
  follows: CatalogFollow[],
  { holdsBack }: { holdsBack: boolean },
): (Followed | null)[] {
  return applyFollows(createView(catalog, createGroupState(group)), follows, { holdsBack });
}

/** What work items, in the order in which they are done, make of an account, or null if they change nothing. */
export function applyFollows(
  view: CatalogView,
  follows: CatalogFollow[],
  { holdsBack }: { holdsBack: boolean },
): (Followed | null)[] {
  let subscription = getSubscription(view);
  return follows.map((each) => {
    const { version, billingPeriod, addOns } = subscription;
    const isDue =
      isConcerned(each, version && { versionId: version.id, billingPeriod }) &&
      (each.addOnId === null || addOns.some(({ id }) => id === each.addOnId));
    const applied = isDue ? applyFollow(view, subscription, each) : null;
    if (!applied || (holdsBack && isHeldBack(each, applied))) return null;
    subscription = applied.after;
    return applied;
  });
}

const noTerms = {
  id: '',
  price: {},
  features: {},
  limits: {},
  from: 0,
  until: null,
  reason: '',
  active: true,
};

/** The state of an account of a group, with one user and one of each add-on. */
export function createGroupState({
  versionId,
  billingPeriod,
  addOns,
  terms,
}: Omit<FollowGroup, 'accounts'>): CatalogView['state'] {
  const addOnState = {
    id: '',
    sequence: 0,
    active: true,
    quantity: 1,
    changedAt: 0,
    title: '',
    currency: '',
  };
  const current = {
    id: '',
    sequence: 1,
    kind: 'switch' as const,
    activatedAt: 0,
    planSince: 0,
    snapshotDigest: '',
  };
  return {
    ...noCallerState,
    ...(terms && { terms: { ...noTerms, ...terms } }),
    current: { ...current, versionId, billingPeriod },
    addOnStates: Object.entries(addOns ?? {}).map(([addOnId, price]) => {
      return { ...addOnState, ...noPrice, ...price, addOnId, accountBillingPeriod: billingPeriod };
    }),
  };
}

/** The add-ons that have no price for a version in the catalog, so that accounts on it keep their own, by version ID. */
export function listUnpriced(
  { versions, addOns }: AppCatalog,
  versionIds: ReadonlySet<string>,
): Record<string, string[]> {
  return Object.fromEntries(
    versions
      .filter(({ id }) => versionIds.has(id))
      .map((version) => [
        version.id,
        addOns.filter((addOn) => !findAddOnPrice(addOn, version)).map(({ id }) => id),
      ]),
  );
}
