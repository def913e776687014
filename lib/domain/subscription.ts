import type { AddOnState } from '@/lib/db/accounts';
import type { AppCatalog, CatalogAddOn, CatalogVersion, Price } from '@/lib/db/catalog';
import { findAddOnPrice, getBilledQuantity, sortByCatalog } from './add-ons';
import { type BillingPeriod, computeTotal, getAccountPeriod, getAddOnPeriod, type Total } from './billing';
import { listActiveAddOns } from './caller';
import type { CatalogView } from './catalog-view';
import { linkFeatures } from './entitlements';

/** What an account has. */
export interface Subscription {
  /** Null before the first version. */
  version: CatalogVersion | null;
  billingPeriod: BillingPeriod;
  users: number;
  /** In catalog order. */
  addOns: SubscribedAddOn[];
}

/** An add-on that is on. */
export interface SubscribedAddOn {
  id: string;
  title: string;
  /** Undefined for one that the catalog no longer has. */
  addOn: CatalogAddOn | undefined;
  quantity: number;
  price: Price;
  /** The period whose fees apply. */
  billingPeriod: BillingPeriod;
}

/** What the account has now, at the prices of the catalog. */
export function getSubscription({ catalog, state }: CatalogView): Subscription {
  const { app } = catalog;
  const version = catalog.versions.find(({ id }) => id === state.current?.versionId) ?? null;
  const billingPeriod = getAccountPeriod(state.current, app);
  const states = new Map(listActiveAddOns(state).map((each) => [each.addOnId, each]));
  const addOns = sortByCatalog([...states.keys()], catalog).map((id): SubscribedAddOn => {
    const addOnState = states.get(id) as AddOnState;
    const addOn = catalog.addOns.find((each) => each.id === id);
    // A retired add-on keeps the price at which it was turned on.
    const price = (addOn && findAddOnPrice(addOn, version)) ?? addOnState;
    return {
      id,
      title: addOn?.title ?? addOnState.title,
      addOn,
      quantity: addOnState.quantity,
      price,
      billingPeriod: getAddOnPeriod(price, billingPeriod, app) ?? billingPeriod,
    };
  });
  return { version, billingPeriod, users: state.users, addOns };
}

/** The add-on with this ID if it is on. */
export function findSubscribed({ addOns }: Subscription, id: string): SubscribedAddOn | undefined {
  return addOns.find((each) => each.id === id);
}

/** What a subscription costs by list. Null without a version. */
export function computeSubscriptionTotal(
  { version, billingPeriod, users, addOns }: Subscription,
  { app }: AppCatalog,
): Total | null {
  if (!version) return null;
  const items = addOns.map(({ id, addOn, quantity, price }) => {
    return { id, price, quantity: getBilledQuantity({ quantity }, addOn) };
  });
  return computeTotal([{ id: version.id, price: version }, ...items], { billingPeriod, users, app });
}

/** How many users an account can have. `unit` is what the price list calls a user, in the singular; null for "user". */
interface UsersLimit {
  allowed: number;
  unit: string | null;
}

/** How many users a subscription allows, with its add-ons. Null for any number. */
export function getUsersLimit(
  { version, addOns }: Subscription,
  { app, features }: AppCatalog,
): UsersLimit | null {
  if (app.usersLimit === null || !version) return null;
  const rows = features.filter(({ limitKey }) => limitKey === app.usersLimit);
  const known = addOns.flatMap(({ addOn, quantity }) => (addOn ? [{ addOn, quantity }] : []));
  const { links } = linkFeatures(features, version, known);
  const row = rows.find(({ id }) => links.has(id));
  const link = row && links.get(row.id);
  if (!link || link.unlimited || link.amount === null) return null;
  return { allowed: Math.floor(link.amount), unit: row.unit };
}
