import type { Role } from '@/lib/contract/current-user';
import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { BillingPeriod, FeatureAmount, SwitchDecision } from '@/lib/contract/fields';
import type { VersionEntry } from '@/lib/contract/versions';
import {
  type AddOnEffect,
  type AddOnPrice,
  type App,
  type AppCatalog,
  type Catalog,
  type CatalogAddOn,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
  toPriceJson,
} from '@/lib/db/catalog';
import { comparePrices } from '@/lib/pricing/compare-prices';
import {
  getAccountPeriod,
  listBillingPeriods,
  selectBillingPeriod,
  toVersionPrice,
} from '@/lib/pricing/price';
import { computeTotal, isSoldFor } from '@/lib/pricing/total';
import type { AppCaller } from '../access/caller';
import { findTrialThen, keepQuantity, type SwitchCommand } from '../subscription/apply-command';
import { evaluateChange, toSwitchDecision } from '../subscription/evaluate-change';
import { getSubscription, getUsersLimit, type Subscription } from '../subscription/subscription';
import { type LimitUsage, listLimitUsage } from '../usage/limit-usage';
import { getPresentId } from './add-on-generations';
import { isAddable } from './add-ons';
import { hasAmount, isRenewable } from './amounts';
import {
  type CallerAccess,
  type CatalogView,
  filterListedVersions,
  findVersion,
  getReplacement,
  isVisible,
} from './catalog-view';

export interface ListedVersion
  extends CamelCaseFields<
    VersionEntry,
    'billing_periods' | 'current' | 'max_users' | 'replaced_by' | 'total' | 'trial'
  > {
  version: CatalogVersion;
  /** It is null for a caller without an account. */
  decision: SwitchDecision | null;
}

/** A row of the feature matrix. Each record is keyed by version id. */
export interface MatrixRow extends CatalogFeature {
  renewable: boolean | null;
  /** Whether the row is a usage limit of its own, not a feature. */
  isLimit: boolean;
  /** Human ids of the features that the row limits. */
  linkedFeatures: string[];
  /** Has every listed version. */
  included: Record<string, boolean>;
  /** The value to show instead of a check mark, such as "10 GB". */
  values: Record<string, string>;
  amounts: Record<string, FeatureAmount>;
  /** The add-ons that add the feature to a version that lacks it, cheapest first. */
  addOns: Record<string, AddOnPlacement[]>;
}

/** An add-on and its price for a version. */
interface AddOnPlacement {
  addOn: CatalogAddOn;
  price: AddOnPrice;
}

/** An effect of an add-on, with its feature. */
export type ListedEffect = AddOnEffect & { feature: CatalogFeature; isLimit: boolean };

/** An add-on with what it is available for and what it contains. */
export interface ListedAddOn {
  addOn: CatalogAddOn;
  /** For the listed versions. */
  prices: AddOnPrice[];
  /** They are in catalog order. */
  effects: ListedEffect[];
  /** IDs of listed add-ons. */
  dependsOn: string[];
  excludes: string[];
}

export interface VersionListing {
  app: App;
  /** What the account uses of its limits, or undefined if the host has not reported it. */
  usage: LimitUsage[] | undefined;
  versions: ListedVersion[];
  matrix: MatrixRow[];
  addOns: ListedAddOn[];
  addOnsAvailable: boolean;
  /** It is null for a caller without an account. */
  billingPeriod: BillingPeriod | null;
  /** Of the account, in Unix milliseconds. It is null if it is in no trial. */
  trialEndsAt: number | null;
  /** What totals and decisions are for: the requested number, else that of the account, else 1. */
  users: number;
  /** How many units of its price: the requested number, else that of the account. It is null if there is neither. */
  quantity: number | null;
}

/** What totals and decisions are for, or undefined for that of the account. */
export interface RequestedPrice {
  /** Of versions that are sold for it. */
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

/**
 * The add-ons that are available for at least one listed version. Only the product role sees those not public. Add-ons in
 * `always` are listed in any case, and take the place of other generations.
 */
export function listAddOns(
  { addOns, features }: Catalog,
  listed: CatalogVersion[],
  role: Role | null,
  always: { has(addOnId: string): boolean } = new Set(),
): ListedAddOn[] {
  if (addOns.length === 0) return [];
  const listedIds = new Set(listed.map(({ id }) => id));
  const order = new Map(features.map((feature, index) => [feature.id, index]));
  const taken = new Set(addOns.filter(({ id }) => always.has(id)).map(getPresentId));
  const shown = addOns.flatMap((addOn) => {
    const prices = addOn.versions.filter(({ versionId }) => listedIds.has(versionId));
    const isListed = prices.length > 0 && (addOn.public || role === 'product');
    const isPresent = addOn.replacedBy === null && !taken.has(addOn.id);
    return (isListed && isPresent) || always.has(addOn.id) ? [{ addOn, prices }] : [];
  });
  const shownIds = new Map(shown.map(({ addOn }) => [getPresentId(addOn), addOn.id]));
  const toShownIds = (ids: string[]) => ids.flatMap((id) => shownIds.get(id) ?? []);
  const appliesToListed = ({ byVersion }: AddOnEffect) =>
    byVersion === null || listed.some(({ id }) => byVersion[id]);
  return shown.map(({ addOn, prices }) => ({
    addOn,
    prices: listed.flatMap(({ id }) => prices.find(({ versionId }) => versionId === id) ?? []),
    effects: addOn.features
      .filter(appliesToListed)
      .toSorted((a, b) => (order.get(a.featureId) ?? 0) - (order.get(b.featureId) ?? 0))
      .flatMap((effect) => {
        const feature = features[order.get(effect.featureId) ?? -1];
        return feature ? [{ ...effect, feature, isLimit: isLimitRow(feature) }] : [];
      }),
    dependsOn: toShownIds(addOn.dependsOn),
    excludes: toShownIds(addOn.excludes),
  }));
}

/**
 * The feature matrix (spec 2.4): one row per feature, in catalog order, with a cell for every listed version. A feature
 * that only hidden versions and add-ons have is left out, so that it does not reveal them. So is a retired feature that
 * neither a listed version nor a listed add-on has.
 */
function buildMatrix(
  view: CatalogView,
  access: CallerAccess,
  listed: CatalogVersion[],
  addOns: ListedAddOn[],
): MatrixRow[] {
  const links = listed.map((version) => ({
    id: version.id,
    byFeature: new Map(version.links.map((link) => [link.featureId, link])),
  }));
  const shown = filterShownFeatures(view, access, listed, addOns);
  const humanIds = new Map(shown.map(({ id, humanId }) => [id, humanId]));
  const placements = placeAddOns(addOns);
  return shown.map((feature) => {
    const row: MatrixRow = {
      ...feature,
      renewable: isRenewable(feature),
      isLimit: isLimitRow(feature),
      linkedFeatures: feature.linkedFeatureIds.flatMap((id) => humanIds.get(id) ?? []),
      included: {},
      values: {},
      amounts: {},
      addOns: {},
    };
    const placed = placements.get(feature.id);
    for (const { id, byFeature } of links) addCell(row, id, byFeature.get(feature.id), placed?.get(id));
    return row;
  });
}

/** The features that the matrix of the caller has, in catalog order. */
export function listShownFeatures(
  view: CatalogView,
  { role, earlier }: Pick<AppCaller, 'role' | 'earlier'>,
): CatalogFeature[] {
  const { catalog, state } = view;
  const access = { role, state, earlier };
  const listed = filterListedVersions(catalog.versions, access);
  return filterShownFeatures(view, access, listed, listAddOns(catalog, listed, role));
}

function filterShownFeatures(
  { catalog }: CatalogView,
  access: CallerAccess,
  listed: CatalogVersion[],
  addOns: ListedAddOn[],
): CatalogFeature[] {
  const hidden = catalog.versions.filter((version) => !isVisible(version, access));
  const inListed = new Set(listed.flatMap((version) => version.links.map((link) => link.featureId)));
  for (const { effects } of addOns) for (const { featureId } of effects) inListed.add(featureId);
  const inHidden = new Set(hidden.flatMap((version) => version.links.map((link) => link.featureId)));
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  for (const addOn of catalog.addOns) {
    const isHidden = !addOn.public || addOn.versions.some(({ versionId }) => hiddenIds.has(versionId));
    if (isHidden) for (const { featureId } of addOn.features) inHidden.add(featureId);
  }
  return catalog.features.filter(({ id, active }) => inListed.has(id) || (active && !inHidden.has(id)));
}

function addCell(
  row: MatrixRow,
  versionId: string,
  link: FeatureLink | undefined,
  addOns: AddOnPlacement[] | undefined,
): void {
  row.included[versionId] = link !== undefined;
  if (link) {
    if (link.value !== null) row.values[versionId] = link.value;
    const { amount, unlimited } = link;
    if (hasAmount(link)) row.amounts[versionId] = { amount, unlimited };
  } else if (addOns) {
    row.addOns[versionId] = addOns;
  }
}

/** The add-ons that add a feature to a version, by feature id and version id, cheapest first. */
function placeAddOns(addOns: ListedAddOn[]): Map<string, Map<string, AddOnPlacement[]>> {
  const byFeature = new Map<string, Map<string, AddOnPlacement[]>>();
  for (const { addOn, prices, effects } of addOns) {
    for (const { featureId, effect } of effects) {
      if (effect !== 'include') continue;
      const byVersion = byFeature.get(featureId) ?? new Map<string, AddOnPlacement[]>();
      byFeature.set(featureId, byVersion);
      for (const price of prices) {
        const placed = [...(byVersion.get(price.versionId) ?? []), { addOn, price }];
        // The sort is stable, so add-ons of one price stay in catalog order.
        byVersion.set(
          price.versionId,
          placed.sort((a, b) => compareAddOnPrices(a.price, b.price)),
        );
      }
    }
  }
  return byFeature;
}

export function compareAddOnPrices(a: AddOnPrice, b: AddOnPrice): number {
  return comparePrices(toPriceJson(a), toPriceJson(b));
}
