import { type AddOnBlocker, type AddOnDecision, ownersOnlyOptions } from '@/lib/contract/add-ons';
import type { Role } from '@/lib/contract/current-user';
import type { FeatureRef } from '@/lib/contract/fields';
import type { AddOnState } from '@/lib/db/accounts';
import {
  type AddOnEffect,
  type AddOnPrice,
  type AppCatalog,
  type Catalog,
  type CatalogAddOn,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
  type Price,
} from '@/lib/db/catalog';
import { findPresent, getPresentId, isOn } from './add-on-generations';
import { compareAmounts, hasAmount, listEffects } from './amounts';
import { type BillingPeriod, getAccountPeriod, getAddOnPeriod, listBillingPeriods } from './billing';
import { type AccountVersions, listActiveAddOns } from './caller';
import type { CatalogView } from './catalog-view';

/** What decides about the add-ons of an account: its version and period, and which add-ons are on. */
export interface AddOnContext {
  catalog: AppCatalog;
  /** Null for an account without a version. */
  version: CatalogVersion | null;
  billingPeriod: BillingPeriod;
  /** The add-ons that are on, by add-on id. */
  active: ReadonlyMap<string, AddOnState>;
}

export function createAddOnContext({ catalog, state }: CatalogView): AddOnContext {
  return {
    catalog,
    version: catalog.versions.find(({ id }) => id === state.current?.versionId) ?? null,
    billingPeriod: getAccountPeriod(state.current, catalog.app),
    active: mapActiveAddOns(state),
  };
}

function mapActiveAddOns(state: AccountVersions): Map<string, AddOnState> {
  return new Map(listActiveAddOns(state).map((addOnState) => [addOnState.addOnId, addOnState]));
}

/** The price of an add-on for a version. Undefined where it is not available. */
export function findAddOnPrice(addOn: CatalogAddOn, version: CatalogVersion | null): AddOnPrice | undefined {
  return addOn.versions.find(({ versionId }) => versionId === version?.id);
}

/** The price of an add-on that is on: that of the version, or of a retired add-on the one at which it was turned on. */
export function getActivePrice(
  addOnState: AddOnState,
  addOn: CatalogAddOn | undefined,
  version: CatalogVersion | null,
): Price {
  return (addOn && findAddOnPrice(addOn, version)) ?? addOnState;
}

/** How many of an add-on an account can have: exactly one of those that are not sold by quantity. */
export function getQuantityRange({ minQuantity, maxQuantity }: CatalogAddOn): { min: number; max: number } {
  return { min: minQuantity ?? 1, max: maxQuantity ?? 1 };
}

/** How many are on, for a total. Undefined if the add-on is not sold by quantity. */
export function getBilledQuantity(
  { quantity }: Pick<AddOnState, 'quantity'>,
  addOn: CatalogAddOn | undefined,
): number | undefined {
  return addOn?.maxQuantity == null ? undefined : quantity;
}

/**
 * The decision about changing how many of an add-on are on, where 0 turns it off. List, POST and button all use it. The state
 * that the add-on is in already is always allowed.
 */
export function decideAddOn(
  role: Role | null,
  context: AddOnContext,
  addOn: CatalogAddOn,
  quantity: number,
): AddOnDecision {
  const current = context.active.get(addOn.id)?.quantity ?? 0;
  const blockers: AddOnBlocker[] = [];
  if (quantity > current) blockers.push(...findActivationBlockers(context, addOn));
  if (quantity > 0 && quantity !== current) blockers.push(...findQuantityBlockers(addOn, quantity));
  if (quantity === 0 && current > 0) blockers.push(...findDependents(context, addOn));
  if (role !== 'owner') blockers.push(createBlocker('forbidden', ownersOnlyOptions));
  return { allowed: blockers.length === 0, blockers };
}

function createBlocker(
  code: AddOnBlocker['code'],
  message: string,
  addOns: CatalogAddOn[] = [],
): AddOnBlocker {
  return { code, message, options: addOns.filter((addOn) => addOn.public).map(({ id }) => id) };
}

function findActivationBlockers(context: AddOnContext, addOn: CatalogAddOn): AddOnBlocker[] {
  const { catalog, version, active } = context;
  const blockers: AddOnBlocker[] = [];
  if (version && isIncluded(addOn, version, catalog)) {
    blockers.push(createBlocker('option_included', `${version.title} already includes ${addOn.title}.`));
  }
  // A kept add-on that is on can have another quantity while the present one is offered.
  const present = findPresent(catalog, addOn);
  const price = present.active && present.public ? findAddOnPrice(addOn, version) : undefined;
  if (!price) blockers.push(createBlocker('option_not_offered', describeAbsence(present, version)));
  else blockers.push(...findPriceBlockers(context, addOn, price));
  for (const id of addOn.dependsOn) {
    const required = catalog.addOns.find((each) => each.id === id);
    if (!required || isProvided({ catalog, version, active }, required)) continue;
    const name = getPublicName(required);
    const message = `${addOn.title} requires ${name}. Turn it on first.`;
    blockers.push(createBlocker('option_dependency_missing', message, [required]));
  }
  for (const other of catalog.addOns) {
    const [id, otherId] = [getPresentId(addOn), getPresentId(other)];
    if (!active.has(other.id) || otherId === id) continue;
    if (!other.excludes.includes(id) && !addOn.excludes.includes(otherId)) continue;
    const message = `${addOn.title} can’t be combined with ${other.title}. Turn it off first.`;
    blockers.push(createBlocker('option_excluded', message, [other]));
  }
  return blockers;
}

function describeAbsence(addOn: CatalogAddOn, version: CatalogVersion | null): string {
  if (!addOn.active || !addOn.public || addOn.versions.length === 0) {
    return `${addOn.title} is no longer offered.`;
  }
  return version
    ? `${addOn.title} is not available for ${version.title}.`
    : `${addOn.title} is not available without a plan.`;
}

function findPriceBlockers(
  { catalog, billingPeriod }: AddOnContext,
  { title }: CatalogAddOn,
  price: Price,
): AddOnBlocker[] {
  if (listBillingPeriods(price, catalog.app).length === 0) {
    const text =
      price.priceText === null
        ? `${title} is priced on request.`
        : `The price of ${title} is ${price.priceText}.`;
    return [createBlocker('price_on_request', `${text} Contact us to add it.`)];
  }
  if (getAddOnPeriod(price, billingPeriod, catalog.app) !== null) return [];
  return [createBlocker('billing_period_unavailable', `${title} is only sold with annual billing.`)];
}

function findQuantityBlockers(addOn: CatalogAddOn, quantity: number): AddOnBlocker[] {
  const { min, max } = getQuantityRange(addOn);
  if (quantity >= min && quantity <= max) return [];
  const message =
    max === 1
      ? `${addOn.title} is not sold in quantities.`
      : `The quantity of ${addOn.title} can be ${min} to ${max}.`;
  return [createBlocker('quantity_out_of_range', message)];
}

/** Add-ons that are on and require this one. */
function findDependents({ catalog, version, active }: AddOnContext, addOn: CatalogAddOn): AddOnBlocker[] {
  if (version && isIncluded(addOn, version, catalog)) return [];
  return catalog.addOns
    .filter(({ id, dependsOn }) => active.has(id) && dependsOn.includes(getPresentId(addOn)))
    .map((dependent) => {
      const message = `${dependent.title} requires ${addOn.title}. Turn ${dependent.title} off first.`;
      return createBlocker('option_required', message, [dependent]);
    });
}

/** A title that does not reveal an add-on that is not public. */
function getPublicName(addOn: CatalogAddOn): string {
  return addOn.public ? addOn.title : 'another optional feature';
}

/** Whether an account has what an add-on adds, because the add-on is on or because the version includes it. */
function isProvided(
  {
    catalog,
    version,
    active,
  }: Pick<AddOnContext, 'catalog' | 'version'> & { active: { has(addOnId: string): boolean } },
  addOn: CatalogAddOn,
): boolean {
  return isOn(catalog, active, addOn) || (version !== null && isIncluded(addOn, version, catalog));
}

/** Whether a version already has everything that an add-on adds. */
export function isIncluded(
  addOn: CatalogAddOn,
  version: CatalogVersion,
  { features }: Pick<Catalog, 'features'>,
): boolean {
  if (addOn.features.length === 0) return false;
  return listEffects(addOn, version.id).every((effect) =>
    isCovered(
      effect,
      version.links.find(({ featureId }) => featureId === effect.featureId),
      features.find(({ id }) => id === effect.featureId)?.lowerIsBetter ?? false,
    ),
  );
}

function isCovered(effect: AddOnEffect, link: FeatureLink | undefined, lowerIsBetter: boolean): boolean {
  if (!link) return false;
  if (lowerIsBetter && effect.effect !== 'add' && hasAmount(effect)) {
    return (compareAmounts(effect, link) ?? -1) >= 0;
  }
  if (link.unlimited) return true;
  if (effect.effect === 'add') return !effect.unlimited && effect.amount === 0;
  if (hasAmount(effect)) return (compareAmounts(link, effect) ?? -1) >= 0;
  // A text can't be compared. To include a feature, any value is enough.
  return effect.effect === 'include' || link.value === effect.value;
}

/** Whether an add-on of an account is on or can be added to its version, possibly after contacting the vendor. */
export function isAvailable({ catalog, version, active }: AddOnContext, addOn: CatalogAddOn): boolean {
  if (active.has(addOn.id)) return true;
  if (!version || !addOn.active || !findAddOnPrice(addOn, version)) return false;
  return !isIncluded(addOn, version, catalog);
}

/** What a switch does with an add-on that is on, or that an undo turns on again. */
export interface SwitchedAddOn {
  /** The state before the switch. */
  addOnState: AddOnState;
  /** What is on after the switch, or is turned off. Another generation than that of `addOnState` takes its place. */
  addOn: CatalogAddOn | undefined;
  outcome: 'kept' | 'included' | 'lost' | 'restored';
  /** How many are on before the switch, if it is kept also after it. Of a restored one: how many are on after it. */
  quantity: number;
  /** The price before the switch and, if it is kept, after it. Otherwise equal. Of a restored one: when it was last on. */
  before: Price;
  after: Price;
  /** The periods whose fees apply. `after` is null if it is turned off. */
  billingPeriods: { before: BillingPeriod; after: BillingPeriod | null };
  message: string;
  /** In catalog order. */
  features: FeatureRef[];
}

/** Whether an add-on is on after a switch. */
export function isOnAfter({ outcome }: Pick<SwitchedAddOn, 'outcome'>): boolean {
  return outcome === 'kept' || outcome === 'restored';
}

/** Whether another generation of the add-on takes the place of the one that is on. */
export function isReplaced({ addOn, addOnState }: Pick<SwitchedAddOn, 'addOn' | 'addOnState'>): boolean {
  return addOn !== undefined && addOn.id !== addOnState.addOnId;
}

/**
 * What a switch to a version and a period does with each add-on that is on, in catalog order: included in the target → off;
 * available there → on at the target's price, in the present generation; otherwise → off. Without a change of the version,
 * only a period that an add-on is not sold for turns it off, so that a retired add-on is kept.
 */
export function decideSwitchedAddOns(
  context: AddOnContext,
  target: CatalogVersion,
  billingPeriod: BillingPeriod,
): SwitchedAddOn[] {
  const { catalog, version, active } = context;
  if (active.size === 0) return [];
  const { app } = catalog;
  const addOnStates = sortByCatalog([...active.values()], catalog);
  const isSameVersion = version?.id === target.id;
  const decided = addOnStates.map((addOnState): SwitchedAddOn => {
    const addOn = catalog.addOns.find(({ id }) => id === addOnState.addOnId);
    const before = getActivePrice(addOnState, addOn, version);
    const present = addOn && findPresent(catalog, addOn);
    const next = isSameVersion ? addOn : present;
    const offered = isSameVersion ? before : next?.active ? findAddOnPrice(next, target) : undefined;
    const period = offered ? getAddOnPeriod(offered, billingPeriod, app) : null;
    const beforePeriod = getAddOnPeriod(before, context.billingPeriod, app) ?? context.billingPeriod;
    const off = {
      addOnState,
      addOn,
      quantity: addOnState.quantity,
      before,
      after: before,
      billingPeriods: { before: beforePeriod, after: null },
      features: listFeatures(catalog, addOn),
    };
    const { title } = addOn ?? addOnState;
    const generations = isSameVersion ? [] : [addOn, present];
    if (generations.some((each) => each && isIncluded(each, target, catalog))) {
      return { ...off, outcome: 'included', message: `${target.title} includes ${title}. It is turned off.` };
    }
    if (offered && period) {
      const billingPeriods = { before: beforePeriod, after: period };
      const message = next === addOn ? `${title} stays on.` : `${title} stays on, as it is offered now.`;
      const features = listFeatures(catalog, next);
      return { ...off, addOn: next, features, after: offered, billingPeriods, outcome: 'kept', message };
    }
    const reason = isSameVersion
      ? `${title} is only sold with annual billing.`
      : `${title} is not available for ${target.title}.`;
    return { ...off, outcome: 'lost', message: `${reason} It is turned off.` };
  });
  return isSameVersion ? decided : dropDependents(decided, catalog, target);
}

export function sortByCatalog(addOnStates: AddOnState[], catalog: AppCatalog): AddOnState[] {
  const order = new Map(catalog.addOns.map((addOn, index) => [addOn.id, index]));
  return addOnStates.toSorted(
    (a, b) => (order.get(a.addOnId) ?? order.size) - (order.get(b.addOnId) ?? order.size),
  );
}

export function listFeatures({ features }: AppCatalog, addOn: CatalogAddOn | undefined): FeatureRef[] {
  const ids = new Set(addOn?.features.map(({ featureId }) => featureId));
  return features
    .filter(({ id }) => ids.has(id))
    .map((feature) => ({ id: feature.humanId, title: feature.title, is_limit: isLimitRow(feature) }));
}

/** Turns off the add-ons that require one that the switch turns off and the target does not include. */
function dropDependents(
  decided: SwitchedAddOn[],
  catalog: AppCatalog,
  target: CatalogVersion,
): SwitchedAddOn[] {
  const kept = new Set(
    decided.flatMap(({ outcome, addOn, addOnState }) =>
      outcome === 'kept' ? [addOn?.id ?? addOnState.addOnId] : [],
    ),
  );
  const findMissing = ({ addOn }: SwitchedAddOn) =>
    catalog.addOns.find(
      (required) =>
        addOn?.dependsOn.includes(required.id) &&
        !isProvided({ catalog, version: target, active: kept }, required),
    );
  let result = decided;
  for (;;) {
    const next = result.map((each): SwitchedAddOn => {
      const missing = each.outcome === 'kept' ? findMissing(each) : undefined;
      if (!missing) return each;
      kept.delete(each.addOn?.id ?? each.addOnState.addOnId);
      const addOn = catalog.addOns.find(({ id }) => id === each.addOnState.addOnId);
      const title = addOn?.title ?? each.addOnState.title;
      const message = `${title} requires ${getPublicName(missing)}. It is turned off.`;
      const { before, billingPeriods } = each;
      return {
        ...each,
        addOn,
        features: listFeatures(catalog, addOn),
        after: before,
        billingPeriods: { ...billingPeriods, after: null },
        outcome: 'lost',
        message,
      };
    });
    if (next.every((each, index) => each === result[index])) return next;
    result = next;
  }
}
