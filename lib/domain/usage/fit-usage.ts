import type { Total } from '@/lib/contract/switch';
import { type AppCatalog, type CatalogAddOn, toPriceJson } from '@/lib/db/catalog';
import { convertAmount, getBilledUsers, getFeePeriod, listBillingPeriods } from '@/lib/pricing/price';
import { getItemFees } from '@/lib/pricing/total';
import { getPresentId } from '../catalog/add-on-generations';
import { getQuantityRange, isProvided, sortByCatalog } from '../catalog/add-ons';
import type { CatalogView } from '../catalog/catalog-view';
import { findOffer } from '../subscription/change-rules';
import { findUsed, getAllowed, getExcess } from '../subscription/limit-usage';
import {
  computeSubscriptionTotal,
  type SubscribedAddOn,
  type Subscription,
} from '../subscription/subscription';
import { type Demand, findCheapestAddOns, type Offer } from './cheapest-add-ons';

/** How a version holds what an account uses. */
export interface UsageFit {
  /** Human IDs of the limits that the version exceeds without add-ons, in catalog order. */
  exceeded: string[];
  /** The cheapest add-ons with which the version holds the usage: none if it does by itself. It is null if it can't. */
  addOns: SubscribedAddOn[] | null;
  /** The total with these. It is null if something can't be priced, and if the version can't hold the usage. */
  total: Total | null;
  /** It is false if not all combinations were compared: a cheaper one is possible. */
  isComplete: boolean;
}

/**
 * Whether a version holds what is used, and with which add-ons. `subscription` is what the account has on the version: its
 * users, and what it pays there for add-ons that it has. It may turn these off.
 */
export function fitUsage(
  { catalog, usage }: Pick<CatalogView, 'catalog' | 'usage'>,
  subscription: Subscription,
): UsageFit {
  const { version } = subscription;
  if (!version) throw new Error('The subscription has no version.');
  const demands = listDemands({ catalog, usage }, subscription);
  const demanded = new Set(demands.map(({ feature }) => feature.id));
  const links = version.links.filter(({ featureId }) => demanded.has(featureId));
  const exceeded = demands.filter(
    ({ feature, isMet }) => !isMet(links.find(({ featureId }) => featureId === feature.id)),
  );
  const { quantities, isComplete } = findCheapestAddOns({
    version: { ...version, links },
    demands,
    offers: exceeded.length === 0 ? [] : listOffers(catalog, subscription),
  });
  const byId = new Map(
    quantities && [...quantities].map(([{ sold }, quantity]) => [sold.id, { ...sold, quantity }]),
  );
  const addOns = quantities && sortByCatalog([...byId.keys()], catalog).map((id) => byId.get(id)!);
  const total = addOns && computeSubscriptionTotal({ ...subscription, addOns }, catalog);
  return {
    exceeded: [...new Set(exceeded.map(({ feature }) => feature.humanId))],
    addOns,
    total: total?.not_included.length === 0 ? total : null,
    isComplete,
  };
}

/** What is used, and the number of users if the version limits it. */
function listDemands(
  { catalog: { app, features }, usage }: Pick<CatalogView, 'catalog' | 'usage'>,
  { version, users }: Subscription,
): Demand[] {
  const used = features.flatMap((feature): Demand[] => {
    const amount = findUsed({ usage }, feature);
    if (amount === null) return [];
    const isMet: Demand['isMet'] = (link) =>
      getExcess({ used: amount, allowed: getAllowed(feature, link) }) === 0;
    return [{ feature, amount, isMet }];
  });
  const rows = features.filter(({ limitKey }) => limitKey !== null && limitKey === app.usersLimit);
  const row = rows.find(({ id }) => version?.links.some(({ featureId }) => featureId === id)) ?? rows[0];
  if (!row) return used;
  const isMet: Demand['isMet'] = (link) => link?.amount == null || users <= Math.floor(link.amount);
  return [...used, { feature: row, amount: users, isMet }];
}

/** The add-ons that the account can have on its version, at its prices. */
function listOffers(catalog: AppCatalog, subscription: Subscription): Offer[] {
  const { version, billingPeriod, users } = subscription;
  const { app } = catalog;
  if (!version) return [];
  const billedUsers = getBilledUsers(toPriceJson(version), users);
  return catalog.addOns.flatMap((addOn): Offer[] => {
    const own = subscription.addOns.find(({ id }) => id === addOn.id);
    const isOther = subscription.addOns.some(
      (each) => each !== own && each.addOn && getPresentId(each.addOn) === getPresentId(addOn),
    );
    const price = own?.price ?? findOffer(catalog, addOn, version);
    if (isOther || !price || (!own && addOn.replacedBy !== null)) return [];
    const json = toPriceJson(price);
    const period = getFeePeriod(json, billingPeriod, app.billingPeriod);
    // What is only sold for another period is not on request.
    if (!period && listBillingPeriods(json, app.billingPeriod).length > 0) return [];
    const range = getQuantityRange(addOn);
    const isSold = findOffer(catalog, addOn, version) !== undefined;
    const fees = getItemFees(
      { price: json, quantity: addOn.maxQuantity === null ? null : 1 },
      { app: app.billingPeriod, billed: billingPeriod, shown: billingPeriod },
    );
    return [
      {
        id: getPresentId(addOn),
        sold: { id: addOn.id, title: addOn.title, addOn, price, billingPeriod: period ?? billingPeriod },
        min: own ? Math.min(range.min, own.quantity) : range.min,
        max: own ? Math.max(isSold ? range.max : 0, own.quantity) : range.max,
        price: fees && fees.fee + fees.user_fee * billedUsers,
        requires: listRequired(catalog, addOn, version),
        excludes: addOn.excludes,
      },
    ];
  });
}

/** The add-ons that must be on with another one. */
function listRequired(
  catalog: AppCatalog,
  { dependsOn }: CatalogAddOn,
  version: Subscription['version'],
): string[] {
  return catalog.addOns.flatMap((addOn) =>
    dependsOn.includes(addOn.id) && !isProvided(catalog, { version, active: new Set() }, addOn)
      ? [addOn.id]
      : [],
  );
}

/** The index of the cheapest, the first of equal ones. It is null if none has a total. Totals are compared per year. */
export function findCheapest(totals: (Total | null)[]): number | null {
  const amounts = totals.map((total) =>
    total ? convertAmount(total.amount, total.billing_period, 'year') : Number.POSITIVE_INFINITY,
  );
  const least = Math.min(...amounts);
  return least < Number.POSITIVE_INFINITY ? amounts.indexOf(least) : null;
}
