import type { Role } from '@/lib/contract/current-user';
import type { FeatureRef } from '@/lib/contract/fields';
import { type OptionBlocker, type OptionDecision, ownersOnlyOptions } from '@/lib/contract/optional-features';
import type { OptionState } from '@/lib/db/accounts';
import {
  type AppCatalog,
  type CatalogOffer,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
  type OfferEffect,
  type OfferPrice,
  type Price,
} from '@/lib/db/catalog';
import { compareAmounts, hasAmount } from './amounts';
import { type BillingPeriod, getAccountPeriod, getOfferPeriod, listBillingPeriods } from './billing';
import { type AccountVersions, listActiveOptions } from './caller';
import type { CatalogView } from './catalog-view';

/** What decides about the offers of an account: its version and period, and which offers are on. */
export interface OptionContext {
  catalog: AppCatalog;
  /** Null for an account without a version. */
  version: CatalogVersion | null;
  billingPeriod: BillingPeriod;
  /** The offers that are on, by offer id. */
  active: ReadonlyMap<string, OptionState>;
}

export function createOptionContext({ catalog, state }: CatalogView): OptionContext {
  return {
    catalog,
    version: catalog.versions.find(({ id }) => id === state.current?.versionId) ?? null,
    billingPeriod: getAccountPeriod(state.current, catalog.app),
    active: mapActiveOptions(state),
  };
}

function mapActiveOptions(state: AccountVersions): Map<string, OptionState> {
  return new Map(listActiveOptions(state).map((option) => [option.offerId, option]));
}

/** The price of an offer for a version. Undefined where it is not available. */
export function findOfferPrice(offer: CatalogOffer, version: CatalogVersion | null): OfferPrice | undefined {
  return offer.versions.find(({ versionId }) => versionId === version?.id);
}

/** The price of an offer that is on: that of the version, or of a retired offer the one at which it was turned on. */
export function getActivePrice(
  option: OptionState,
  offer: CatalogOffer | undefined,
  version: CatalogVersion | null,
): Price {
  return (offer && findOfferPrice(offer, version)) ?? option;
}

/**
 * The decision about turning an offer on or off. List, POST and button all use it. The state that the offer is in already is
 * always allowed.
 */
export function decideOption(
  role: Role | null,
  context: OptionContext,
  offer: CatalogOffer,
  active: boolean,
): OptionDecision {
  const isActive = context.active.has(offer.id);
  const blockers: OptionBlocker[] = [];
  if (active && !isActive) blockers.push(...findActivationBlockers(context, offer));
  if (!active && isActive) blockers.push(...findDependents(context, offer));
  if (role !== 'owner') blockers.push(createBlocker('forbidden', ownersOnlyOptions));
  return { allowed: blockers.length === 0, blockers };
}

function createBlocker(
  code: OptionBlocker['code'],
  message: string,
  options: CatalogOffer[] = [],
): OptionBlocker {
  return { code, message, options: options.filter((offer) => offer.public).map(({ id }) => id) };
}

function findActivationBlockers(context: OptionContext, offer: CatalogOffer): OptionBlocker[] {
  const { catalog, version, active } = context;
  const blockers: OptionBlocker[] = [];
  if (version && isIncluded(offer, version)) {
    blockers.push(createBlocker('option_included', `${version.title} already includes ${offer.title}.`));
  }
  const price = offer.active && offer.public ? findOfferPrice(offer, version) : undefined;
  if (!price) blockers.push(createBlocker('option_not_offered', describeAbsence(offer, version)));
  else blockers.push(...findPriceBlockers(context, offer, price));
  for (const id of offer.dependsOn) {
    const required = catalog.offers.find((each) => each.id === id);
    if (!required || isProvided(required, version, active)) continue;
    const name = getPublicName(required);
    const message = `${offer.title} requires ${name}. Turn it on first.`;
    blockers.push(createBlocker('option_dependency_missing', message, [required]));
  }
  for (const other of catalog.offers) {
    if (!active.has(other.id) || other.id === offer.id) continue;
    if (!other.excludes.includes(offer.id) && !offer.excludes.includes(other.id)) continue;
    const message = `${offer.title} can’t be combined with ${other.title}. Turn it off first.`;
    blockers.push(createBlocker('option_excluded', message, [other]));
  }
  return blockers;
}

function describeAbsence(offer: CatalogOffer, version: CatalogVersion | null): string {
  if (!offer.active || !offer.public || offer.versions.length === 0) {
    return `${offer.title} is no longer offered.`;
  }
  return version
    ? `${offer.title} is not available for ${version.title}.`
    : `${offer.title} is not available without a plan.`;
}

function findPriceBlockers(
  { catalog, billingPeriod }: OptionContext,
  { title }: CatalogOffer,
  price: Price,
): OptionBlocker[] {
  if (listBillingPeriods(price, catalog.app).length === 0) {
    const text =
      price.priceText === null
        ? `${title} is priced on request.`
        : `The price of ${title} is ${price.priceText}.`;
    return [createBlocker('price_on_request', `${text} Contact us to add it.`)];
  }
  if (getOfferPeriod(price, billingPeriod, catalog.app) !== null) return [];
  return [createBlocker('billing_period_unavailable', `${title} is only sold with annual billing.`)];
}

/** Offers that are on and require this one. */
function findDependents({ catalog, version, active }: OptionContext, offer: CatalogOffer): OptionBlocker[] {
  if (version && isIncluded(offer, version)) return [];
  return catalog.offers
    .filter(({ id, dependsOn }) => active.has(id) && dependsOn.includes(offer.id))
    .map((dependent) => {
      const message = `${dependent.title} requires ${offer.title}. Turn ${dependent.title} off first.`;
      return createBlocker('option_required', message, [dependent]);
    });
}

/** A title that does not reveal an offer that is not public. */
function getPublicName(offer: CatalogOffer): string {
  return offer.public ? offer.title : 'another optional feature';
}

/** Whether an account has what an offer adds, because the offer is on or because the version includes it. */
function isProvided(
  offer: CatalogOffer,
  version: CatalogVersion | null,
  active: { has(offerId: string): boolean },
): boolean {
  return active.has(offer.id) || (version !== null && isIncluded(offer, version));
}

/** Whether a version already has everything that an offer adds. */
export function isIncluded(offer: CatalogOffer, version: CatalogVersion): boolean {
  if (offer.features.length === 0) return false;
  return offer.features.every((effect) =>
    isCovered(
      effect,
      version.links.find(({ featureId }) => featureId === effect.featureId),
    ),
  );
}

function isCovered(effect: OfferEffect, link: FeatureLink | undefined): boolean {
  if (!link) return false;
  if (link.unlimited) return true;
  if (effect.effect === 'add') return !effect.unlimited && effect.amount === 0;
  if (hasAmount(effect)) return (compareAmounts(link, effect) ?? -1) >= 0;
  // A text can't be compared. To include a feature, any value is enough.
  return effect.effect === 'include' || link.value === effect.value;
}

/** Whether an offer of an account is on or can be added to its version, possibly after contacting the vendor. */
export function isAvailable({ version, active }: OptionContext, offer: CatalogOffer): boolean {
  if (active.has(offer.id)) return true;
  if (!version || !offer.active || !findOfferPrice(offer, version)) return false;
  return !isIncluded(offer, version);
}

/** What a switch does with an offer that is on. */
export interface SwitchedOption {
  option: OptionState;
  offer: CatalogOffer | undefined;
  outcome: 'kept' | 'included' | 'lost';
  /** The price before the switch and, if it is kept, after it. Otherwise equal. */
  before: Price;
  after: Price;
  /** The periods whose fees apply. `after` is null if it is turned off. */
  billingPeriods: { before: BillingPeriod; after: BillingPeriod | null };
  message: string;
  /** In catalog order. */
  features: FeatureRef[];
}

/**
 * What a switch to a version and a period does with each offer that is on, in catalog order: included in the target → off;
 * available there → on at the target's price; otherwise → off. Without a change of the version, only a period that an
 * offer is not sold for turns it off, so that a retired offer is kept.
 */
export function decideSwitchedOptions(
  context: OptionContext,
  target: CatalogVersion,
  billingPeriod: BillingPeriod,
): SwitchedOption[] {
  const { catalog, version, active } = context;
  if (active.size === 0) return [];
  const { app } = catalog;
  const order = new Map(catalog.offers.map((offer, index) => [offer.id, index]));
  const options = [...active.values()].sort(
    (a, b) => (order.get(a.offerId) ?? order.size) - (order.get(b.offerId) ?? order.size),
  );
  const isSameVersion = version?.id === target.id;
  const decided = options.map((option): SwitchedOption => {
    const offer = catalog.offers.find(({ id }) => id === option.offerId);
    const before = getActivePrice(option, offer, version);
    const offered = isSameVersion ? before : offer?.active ? findOfferPrice(offer, target) : undefined;
    const period = offered ? getOfferPeriod(offered, billingPeriod, app) : null;
    const beforePeriod = getOfferPeriod(before, context.billingPeriod, app) ?? context.billingPeriod;
    const off = {
      option,
      offer,
      before,
      after: before,
      billingPeriods: { before: beforePeriod, after: null },
      features: listFeatures(catalog, offer),
    };
    const { title } = offer ?? option;
    if (!isSameVersion && offer && isIncluded(offer, target)) {
      return { ...off, outcome: 'included', message: `${target.title} includes ${title}. It is turned off.` };
    }
    if (offered && period) {
      const billingPeriods = { before: beforePeriod, after: period };
      return { ...off, after: offered, billingPeriods, outcome: 'kept', message: `${title} stays on.` };
    }
    const reason = isSameVersion
      ? `${title} is only sold with annual billing.`
      : `${title} is not available for ${target.title}.`;
    return { ...off, outcome: 'lost', message: `${reason} It is turned off.` };
  });
  return isSameVersion ? decided : dropDependents(decided, catalog, target);
}

function listFeatures({ features }: AppCatalog, offer: CatalogOffer | undefined): FeatureRef[] {
  const ids = new Set(offer?.features.map(({ featureId }) => featureId));
  return features
    .filter(({ id }) => ids.has(id))
    .map((feature) => ({ id: feature.humanId, title: feature.title, is_limit: isLimitRow(feature) }));
}

/** Turns off the offers that require one that the switch turns off and the target does not include. */
function dropDependents(
  decided: SwitchedOption[],
  catalog: AppCatalog,
  target: CatalogVersion,
): SwitchedOption[] {
  const kept = new Set(
    decided.flatMap(({ outcome, option }) => (outcome === 'kept' ? [option.offerId] : [])),
  );
  const findMissing = ({ offer }: SwitchedOption) =>
    catalog.offers.find(
      (required) => offer?.dependsOn.includes(required.id) && !isProvided(required, target, kept),
    );
  let result = decided;
  for (;;) {
    const next = result.map((each): SwitchedOption => {
      const missing = each.outcome === 'kept' ? findMissing(each) : undefined;
      if (!missing) return each;
      kept.delete(each.option.offerId);
      const title = each.offer?.title ?? each.option.title;
      const message = `${title} requires ${getPublicName(missing)}. It is turned off.`;
      const { before, billingPeriods } = each;
      return {
        ...each,
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
