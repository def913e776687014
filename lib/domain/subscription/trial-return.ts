import type { BillingPeriod } from '@/lib/contract/fields';
import { type AppCatalog, type CatalogAddOn, type CatalogVersion, toPriceJson } from '@/lib/db/catalog';
import type { ConfirmedChange, WaitingChange } from '@/lib/db/waiting-changes';
import { isPriceHigher } from '@/lib/pricing/compare-prices';
import { getFeePeriod } from '@/lib/pricing/price';
import { findNewestState, findPresent, getPresentId } from '../catalog/add-on-generations';
import { findAddOnPrice, getQuantityRange, isIncluded, isProvided, sortByCatalog } from '../catalog/add-ons';
import { type CatalogView, isSamePlan } from '../catalog/catalog-view';
import type { ChangedAddOn, SubscribedAddOn, Subscription } from './subscription';

// What an account had before a trial, and returns to when the trial ends with another plan (docs/decisions/0038-trials.md).

/** What the start of a trial ended or changed. */
export interface TrialReturn {
  billingPeriod: BillingPeriod;
  /** Numbers that the start changed, or null for those that stay. */
  users: number | null;
  quantity: number | null;
  /** What is on again then. IDs of the generations that the account had. */
  addOns: NonNullable<WaitingChange['addOns']>;
  /** What the account had since the start. What differs later was changed in the trial. */
  started: NonNullable<ConfirmedChange['started']>;
}

/** The end of the trial that the account is in, or undefined if there is none. */
export function findTrialEnd({ changes }: Pick<CatalogView['state'], 'changes'>): WaitingChange | undefined {
  return changes.find(({ trial, waitsFor }) => trial === 'end' && waitsFor === null);
}

/** What the end of a trial returns to, or null for one whose start did not record it. */
export function toTrialReturn({
  billingPeriod,
  users,
  quantity,
  addOns,
  confirmed: { started },
}: WaitingChange): TrialReturn | null {
  return started ? { billingPeriod, users, quantity, addOns: addOns ?? [], started } : null;
}

/**
 * What the start of a trial that ends with `then` changes of what the account had. In another trial that is what it had before
 * the first one. It is null if the plan itself follows, or the account had none.
 */
export function createTrialReturn(
  { catalog, state }: CatalogView,
  before: Subscription,
  after: Subscription,
  then: CatalogVersion,
): TrialReturn | null {
  if (!before.version || !after.version || isSamePlan(after.version, then)) return null;
  const end = before.trialEndsAt === null ? undefined : findTrialEnd(state);
  const earlier = end ? toTrialReturn(end) : null;
  const users = earlier && returnsUsers(earlier, before) ? earlier.users : before.users;
  const quantity = earlier && returnsQuantity(earlier, before, then) ? earlier.quantity : before.quantity;
  const hasQuantity = before.version.feeUnit === then.feeUnit || earlier?.quantity === quantity;
  const known = (earlier?.addOns ?? []).flatMap((each) => {
    const addOn = catalog.addOns.find(({ id }) => id === each.addOnId);
    return addOn ? [{ ...each, addOn }] : [];
  });
  const findKnown = (own: SubscribedAddOn) =>
    known.find(({ addOn }) => getPresentId(addOn) === toPresentId(own));
  const ended = before.addOns
    .filter(({ id }) => !after.addOns.some((each) => each.id === id))
    .map((own) => ({ addOnId: findKnown(own)?.addOnId ?? own.id, quantity: own.quantity }));
  const carried = known
    .filter(({ addOnId }) => !ended.some((each) => each.addOnId === addOnId))
    .filter(({ addOn }) => !isToggledSince({ catalog, state }, earlier!, addOn))
    .map(({ addOnId, quantity: count }) => ({ addOnId, quantity: count }));
  return {
    billingPeriod: earlier?.billingPeriod ?? before.billingPeriod,
    users: users === after.users || catalog.app.usersManagedBy === 'host' ? null : users,
    quantity: hasQuantity && quantity !== after.quantity ? quantity : null,
    addOns: [...carried, ...ended],
    started: { users: after.users, quantity: after.quantity, addOnSequence: state.addOnSequence },
  };
}

/** The version of the plan that follows a trial: the one that the account had before, if it has kept it. */
export function findReturnVersion(
  { catalog, state }: CatalogView,
  { version: own, trialEndsAt }: Subscription,
  then: CatalogVersion,
): CatalogVersion {
  if (own && isSamePlan(own, then)) return own;
  const end = trialEndsAt === null ? undefined : findTrialEnd(state);
  const earlier = catalog.versions.find(({ id }) => id === end?.versionId);
  return earlier && isSamePlan(earlier, then) ? earlier : then;
}

/** Whether the number of users that the account had returns: no other one was set since. */
export function returnsUsers({ users, started }: TrialReturn, before: Subscription): boolean {
  return users !== null && before.users === started.users;
}

/** This is as for users. A number of something else than the version is sold for is not one that was set. */
export function returnsQuantity(
  { quantity, started }: TrialReturn,
  { version, quantity: own }: Subscription,
  then: CatalogVersion,
): boolean {
  return quantity !== null && (own === started.quantity || version?.feeUnit !== then.feeUnit);
}

/** Whether an add-on was turned on or off since the start of the trial. */
function isToggledSince(
  { catalog, state }: CatalogView,
  { started }: TrialReturn,
  addOn: CatalogAddOn,
): boolean {
  return (findNewestState(catalog, state, addOn)?.sequence ?? 0) > started.addOnSequence;
}

const toPresentId = ({ id, addOn }: SubscribedAddOn) => (addOn ? getPresentId(addOn) : id);

/**
 * What the end of a trial does with add-ons: `switched` says so of those that are on in the trial. Those that the start
 * turned off are on again, in the generation that the account had, at the present price, if they are sold for the version and
 * go with what is on. One that was turned off in the trial stays off.
 */
export function returnAddOns(
  view: CatalogView,
  { billingPeriod }: Pick<Subscription, 'billingPeriod'>,
  version: CatalogVersion,
  switched: ChangedAddOn[],
  returned: TrialReturn,
): ChangedAddOn[] {
  const { catalog } = view;
  const byId = new Map(switched.map((each) => [toPresentId((each.before ?? each.after)!), each]));
  let waiting = returned.addOns.flatMap(
    ({ addOnId, quantity }): (ChangedAddOn & { after: KnownSubscribed })[] => {
      const addOn = catalog.addOns.find(({ id }) => id === addOnId);
      const after = addOn && offerAgain(catalog, version, billingPeriod, addOn, quantity);
      if (!addOn || !after) return [];
      const own = byId.get(getPresentId(addOn));
      // It is on in the trial, as it is offered now or in another quantity.
      if (own?.before) {
        if (own.after?.id === after.id || after.id !== addOnId) return [];
        const message = `${after.title} stays on, as it was before the trial.`;
        const kept = { ...after, quantity: own.before.quantity };
        return [{ outcome: 'kept', before: own.before, after: kept, message }];
      }
      if (isToggledSince(view, returned, addOn)) return [];
      return [{ outcome: 'restored', before: null, after, message: `${after.title} is turned on again.` }];
    },
  );
  // One can require another one.
  for (;;) {
    const possible = waiting.find(({ after }) => fits(catalog, version, byId, after));
    if (!possible) break;
    byId.set(toPresentId(possible.after), possible);
    waiting = waiting.filter((each) => each !== possible);
  }
  const all = new Map([...byId.values()].map((each) => [(each.after ?? each.before)!.id, each]));
  return sortByCatalog([...all.keys()], catalog).map((id) => all.get(id)!);
}

type KnownSubscribed = SubscribedAddOn & { addOn: CatalogAddOn };

/**
 * The add-on as the account had it, else its present generation. It is undefined if it is not sold for the version and the
 * period.
 */
function offerAgain(
  catalog: AppCatalog,
  version: CatalogVersion,
  billed: BillingPeriod,
  earlier: CatalogAddOn,
  quantity: number,
): KnownSubscribed | undefined {
  const present = findPresent(catalog, earlier);
  if (!present.active || [earlier, present].some((each) => isIncluded(each, version, catalog)))
    return undefined;
  for (const addOn of [earlier, present]) {
    const price = findAddOnPrice(addOn, version);
    const billingPeriod = price && getFeePeriod(toPriceJson(price), billed, catalog.app.billingPeriod);
    if (!billingPeriod) continue;
    const { min, max } = getQuantityRange(addOn);
    const { id, title } = addOn;
    return { id, title, addOn, quantity: Math.min(Math.max(quantity, min), max), price, billingPeriod };
  }
  return undefined;
}

/** Whether an add-on has what it requires, and nothing on excludes it. */
function fits(
  catalog: AppCatalog,
  version: CatalogVersion,
  byId: ReadonlyMap<string, ChangedAddOn>,
  { addOn }: KnownSubscribed,
): boolean {
  const presentId = getPresentId(addOn);
  const others = [...byId.values()].flatMap(({ after }) => after ?? []);
  const active = new Set(others.map(({ id }) => id));
  const hasRequired = addOn.dependsOn.every((id) => {
    const required = catalog.addOns.find((each) => each.id === id);
    return !required || isProvided(catalog, { version, active }, required);
  });
  return (
    hasRequired &&
    others.every((other) => {
      const otherId = toPresentId(other);
      return (
        otherId === presentId ||
        !(addOn.excludes.includes(otherId) || other.addOn?.excludes.includes(presentId))
      );
    })
  );
}

/** An add-on that an account has, and has again or not when a trial has ended. */
export interface TrialAddOn extends ChangedAddOn {
  before: SubscribedAddOn;
  /** Whether it is on in the trial, and paid. */
  isPaid: boolean;
  /** Whether it then costs more than now. */
  isDearer: boolean;
}

/** What becomes of the add-ons that are on before a trial: with its start, and with its end. */
export function compareTrialAddOns(
  catalog: AppCatalog,
  before: Subscription,
  during: Subscription,
  end: Subscription,
): TrialAddOn[] {
  const find = ({ addOns }: Subscription, own: SubscribedAddOn) =>
    addOns.find((each) => toPresentId(each) === toPresentId(own)) ?? null;
  return before.addOns.map((own) => {
    const isPaid = find(during, own) !== null;
    const after = find(end, own);
    const { title } = after ?? own;
    const periods = { app: catalog.app.billingPeriod, billed: end.billingPeriod };
    const isDearer =
      after !== null && isPriceHigher(toPriceJson(own.price), toPriceJson(after.price), periods);
    const shared = { before: own, after, isPaid, isDearer };
    const higher = isDearer ? ', at a higher price' : '';
    if (after && isPaid) return { ...shared, outcome: 'kept', message: `${title} stays on${higher}.` };
    if (after) return { ...shared, outcome: 'restored', message: `${title} is turned on again${higher}.` };
    const { version } = end;
    if (version && own.addOn && isIncluded(own.addOn, version, catalog)) {
      return { ...shared, outcome: 'included', message: `${version.title} includes ${title}.` };
    }
    return { ...shared, outcome: 'lost', message: `${title} is not turned on again.` };
  });
}
