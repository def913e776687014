import type { switchedAddOnOutcomes } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Total } from '@/lib/contract/switch';
import type { AddOnState } from '@/lib/db/accounts';
import {
  type AppCatalog,
  type CatalogAddOn,
  type CatalogVersion,
  type Price,
  toPriceJson,
} from '@/lib/db/catalog';
import { getAccountPeriod, getBilledUnits, getFeePeriod, toVersionPrice } from '@/lib/pricing/price';
import { computeTotal, type PricedItem } from '@/lib/pricing/total';
import { listActiveAddOns } from '../caller';
import { findAddOnPrice, sortByCatalog } from '../catalog/add-ons';
import type { CatalogView } from '../catalog/catalog-view';
import type { Terms } from '../catalog/terms';
import { linkFeatures } from '../entitlements/entitlements';

/** What an account has. */
export interface Subscription {
  /** The version, or null before the first one. */
  version: CatalogVersion | null;
  billingPeriod: BillingPeriod;
  users: number;
  /** How many units of the version's price, such as sites, or null if it is not sold per unit. */
  quantity: number | null;
  /** When the trial of its version ends, in Unix milliseconds, or null if it is in none. */
  trialEndsAt: number | null;
  /** They are in catalog order. */
  addOns: SubscribedAddOn[];
  /** What was agreed, also if it begins later, or null if there is nothing. */
  terms: Terms | null;
}

/** An add-on that is on. */
export interface SubscribedAddOn {
  id: string;
  title: string;
  /** It is undefined for one that the catalog no longer has. */
  addOn: CatalogAddOn | undefined;
  quantity: number;
  price: Price;
  /** The period whose fees apply. */
  billingPeriod: BillingPeriod;
}

/** What a command does with an add-on. `before` is null if it is off now, `after` if it is off then. */
export interface ChangedAddOn {
  outcome: (typeof switchedAddOnOutcomes)[number] | 'added' | 'removed';
  before: SubscribedAddOn | null;
  after: SubscribedAddOn | null;
  message: string;
}

/** What the account has now, at the prices of the catalog. */
export function getSubscription({ catalog, state }: CatalogView): Subscription {
  const { app } = catalog;
  const version = catalog.versions.find(({ id }) => id === state.current?.versionId) ?? null;
  const billingPeriod = getAccountPeriod(state.current?.billingPeriod, app.billingPeriod);
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
      billingPeriod: getFeePeriod(toPriceJson(price), billingPeriod, app.billingPeriod) ?? billingPeriod,
    };
  });
  const quantity = version && getBilledUnits(toPriceJson(version), state.quantity ?? null);
  return {
    version,
    billingPeriod,
    users: state.users,
    quantity,
    trialEndsAt: state.trialEndsAt ?? null,
    addOns,
    terms: state.terms ?? null,
  };
}

/** The add-on with this ID if it is on. */
export function findSubscribed({ addOns }: Subscription, id: string): SubscribedAddOn | undefined {
  return addOns.find((each) => each.id === id);
}

/** What a subscription costs by list, or null without a version. */
export function computeSubscriptionTotal(
  { version, billingPeriod, users, quantity, addOns }: Subscription,
  { app }: AppCatalog,
): Total | null {
  if (!version) return null;
  const plan = { id: version.id, price: toVersionPrice(toPriceJson(version), quantity) };
  const items = [plan, ...listPricedAddOns({ addOns })];
  return computeTotal(items, { app: app.billingPeriod, billed: billingPeriod, users });
}

/** What is paid in a trial for the add-ons that are on, at list prices, or null without a trial and if nothing is paid. */
export function computeTrialTotal(
  { trialEndsAt, billingPeriod, users, addOns }: Subscription,
  { app }: AppCatalog,
): Total | null {
  if (trialEndsAt === null || addOns.length === 0) return null;
  const total = computeTotal(listPricedAddOns({ addOns }), {
    app: app.billingPeriod,
    billed: billingPeriod,
    users,
  });
  return total.amount > 0 || total.not_included.length > 0 ? total : null;
}

/** The add-ons of a subscription, for a total. Those that are not sold by quantity have none. */
export function listPricedAddOns({ addOns }: Pick<Subscription, 'addOns'>): PricedItem[] {
  return addOns.map(({ id, addOn, quantity, price }) => {
    return { id, price: toPriceJson(price), ...(addOn?.maxQuantity != null && { quantity }) };
  });
}

/** The add-ons that the catalog still has. */
export function listKnownAddOns({ addOns }: Pick<Subscription, 'addOns'>) {
  return addOns.flatMap(({ addOn, quantity }) => (addOn ? [{ addOn, quantity }] : []));
}

/** How many users an account can have. `unit` is what the price list calls a user, in the singular; null for "user". */
interface UsersLimit {
  allowed: number;
  unit: string | null;
}

/** How many users a subscription allows, with its add-ons. Null means any number. */
export function getUsersLimit(
  { version, addOns }: Pick<Subscription, 'version' | 'addOns'>,
  { app, features }: AppCatalog,
): UsersLimit | null {
  if (app.usersLimit === null || !version) return null;
  const rows = features.filter(({ limitKey }) => limitKey === app.usersLimit);
  const { links } = linkFeatures(features, version, listKnownAddOns({ addOns }));
  const row = rows.find(({ id }) => links.has(id));
  const link = row && links.get(row.id);
  if (!link || link.unlimited || link.amount === null) return null;
  return { allowed: Math.floor(link.amount), unit: row.unit };
}
