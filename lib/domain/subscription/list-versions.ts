import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { BillingPeriod, SwitchDecision } from '@/lib/contract/fields';
import type { VersionEntry } from '@/lib/contract/versions';
import {
  type App,
  type AppCatalog,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureLink,
  toPriceJson,
} from '@/lib/db/catalog';
import {
  getAccountPeriod,
  listBillingPeriods,
  selectBillingPeriod,
  toVersionPrice,
} from '@/lib/pricing/price';
import { computeTotal, isSoldFor } from '@/lib/pricing/total';
import type { AppCaller } from '../caller';
import { isAddable } from '../catalog/add-ons';
import {
  type CatalogView,
  filterListedVersions,
  findVersion,
  getReplacement,
  isVisible,
} from '../catalog/catalog-view';
import { buildMatrix, type ListedAddOn, listAddOns, type MatrixRow } from '../catalog/feature-matrix';
import { findTrialThen, keepQuantity, type SwitchCommand } from './apply-command';
import { evaluateChange, toSwitchDecision } from './evaluate-change';
import { type LimitUsage, listLimitUsage } from './limit-usage';
import { getSubscription, getUsersLimit, type Subscription } from './subscription';

export interface ListedVersion
  extends CamelCaseFields<
    VersionEntry,
    'billing_periods' | 'current' | 'max_users' | 'replaced_by' | 'total' | 'trial'
  > {
  version: CatalogVersion;
  /** It is null for a caller without an account. */
  decision: SwitchDecision | null;
}

export interface VersionListing {
  app: App;
  /** What the account uses of its limits. It is undefined if the host has not reported it. */
  usage: LimitUsage[] | undefined;
  versions: ListedVersion[];
  matrix: MatrixRow[];
  addOns: ListedAddOn[];
  addOnsAvailable: boolean;
  /** It is null for a caller without an account. */
  billingPeriod: BillingPeriod | null;
  /** When the trial of the account ends, in Unix milliseconds. It is null if it is in none. */
  trialEndsAt: number | null;
  /** What totals and decisions are for: the requested number, else that of the account, else 1. */
  users: number;
  /** How many units of its price: the requested number, else that of the account. It is null if there is neither. */
  quantity: number | null;
}

/** What totals and decisions are for. It is undefined for that of the account. */
export interface RequestedPrice {
  /** It applies to versions that are sold for it. */
  billingPeriod?: BillingPeriod | undefined;
  users?: number | undefined;
  quantity?: number | undefined;
}

export interface VersionDetail {
  version: CatalogVersion;
  replacedBy: string | null;
  features: (FeatureLink & { feature: CatalogFeature })[];
}

/** The versions available to the caller, with the feature matrix (spec 4.1). */
export function listVersions(
  view: CatalogView,
  {
    role,
    account,
    appKey,
    earlier,
  }: Pick<AppCaller, 'role' | 'account' | 'earlier'> & Partial<Pick<AppCaller, 'appKey'>>,
  requested: RequestedPrice = {},
): VersionListing {
  const { catalog, state } = view;
  const { app } = catalog;
  const access = { role, state, appKey, earlier };
  const listed = filterListedVersions(catalog.versions, access);
  const subscription = getSubscription(view);
  const decide = (version: CatalogVersion) =>
    toSwitchDecision(evaluateChange(view, access, toSwitch(version, requested, app), subscription));
  const describePrice = (version: CatalogVersion) => {
    const price = toPriceJson(version);
    const billingPeriods = listBillingPeriods(price, app.billingPeriod);
    const own = requested.billingPeriod ?? subscription.billingPeriod;
    const billed = selectBillingPeriod(billingPeriods, own) ?? own;
    const quantity = requested.quantity ?? keepQuantity(subscription, version);
    const users = requested.users ?? state.users;
    const total = computeTotal([{ id: version.id, price: toVersionPrice(price, quantity) }], {
      app: app.billingPeriod,
      billed,
      users,
    });
    const maxUsers = getUsersLimit({ version, addOns: [] }, catalog)?.allowed ?? null;
    const bounds = { max_users: maxUsers, current: version.id === state.current?.versionId };
    const isKnown = total.not_included.length === 0 && isSoldFor(bounds, users, state.users);
    return { billingPeriods, maxUsers, total: isKnown ? total : null };
  };
  const describeTrial = (version: CatalogVersion) => {
    const { trialDays: days, active } = version;
    const then = findTrialThen(catalog, version);
    if (days === null || !active || !then) return null;
    return { days, then_version_id: isVisible(then, access) ? then.id : null };
  };
  const addOns = listAddOns(catalog, listed, role);
  return {
    app,
    usage: view.usage ? listLimitUsage(subscription, view) : undefined,
    billingPeriod: account && getAccountPeriod(state.current?.billingPeriod, app.billingPeriod),
    trialEndsAt: subscription.trialEndsAt,
    users: requested.users ?? state.users,
    quantity: requested.quantity ?? subscription.quantity,
    versions: listed.map((version) => ({
      version,
      current: version.id === state.current?.versionId,
      replacedBy: getReplacement(catalog, version, access),
      ...describePrice(version),
      trial: describeTrial(version),
      decision: account && decide(version),
    })),
    matrix: buildMatrix(view, access, listed, addOns),
    addOns,
    addOnsAvailable: isAnyAvailable(catalog, subscription, addOns, account),
  };
}

/** A switch as it is requested, with the period that the version is sold for. */
export function toSwitch(
  version: CatalogVersion,
  { billingPeriod, users, quantity }: RequestedPrice,
  app: Pick<App, 'billingPeriod'>,
): SwitchCommand {
  const periods = listBillingPeriods(toPriceJson(version), app.billingPeriod);
  const period = billingPeriod && periods.includes(billingPeriod) ? billingPeriod : null;
  return {
    type: 'switch',
    versionId: version.id,
    billingPeriod: period,
    users: users ?? null,
    quantity: quantity ?? null,
  };
}

/** `addOnsAvailable` of the list. */
export function hasAddOns(
  view: CatalogView,
  { role, account, earlier }: Pick<AppCaller, 'role' | 'account' | 'earlier'>,
): boolean {
  const { catalog, state } = view;
  const listed = filterListedVersions(catalog.versions, { role, state, earlier });
  return isAnyAvailable(catalog, getSubscription(view), listAddOns(catalog, listed, role), account);
}

function isAnyAvailable(
  catalog: AppCatalog,
  { version, addOns: active }: Subscription,
  addOns: ListedAddOn[],
  account: AppCaller['account'],
): boolean {
  return active.length > 0 || addOns.some(({ addOn }) => !account || isAddable(catalog, version, addOn));
}

/** One version with the features it includes, in catalog order (spec 4.3). Throws 404 if the caller can't see it. */
export function getVersion(
  { catalog, state }: CatalogView,
  { role }: Pick<AppCaller, 'role'>,
  id: string,
): VersionDetail {
  const access = { role, state };
  const version = findVersion(catalog, id, access);
  const links = new Map(version.links.map((link) => [link.featureId, link]));
  const features = catalog.features.flatMap((feature) => {
    const link = links.get(feature.id);
    return link ? [{ ...link, feature }] : [];
  });
  return { version, replacedBy: getReplacement(catalog, version, access), features };
}
