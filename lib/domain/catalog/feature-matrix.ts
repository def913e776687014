import type { Role } from '@/lib/contract/current-user';
import type { FeatureAmount } from '@/lib/contract/fields';
import {
  type AddOnEffect,
  type AddOnPrice,
  type Catalog,
  type CatalogAddOn,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
  toPriceJson,
} from '@/lib/db/catalog';
import { comparePrices } from '@/lib/pricing/compare-prices';
import type { AppCaller } from '../caller';
import { getPresentId } from './add-on-generations';
import { hasAmount, isRenewable } from './amounts';
import { type CallerAccess, type CatalogView, filterListedVersions, isVisible } from './catalog-view';

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
  /** Its prices for the listed versions. */
  prices: AddOnPrice[];
  /** Its effects, in catalog order. */
  effects: ListedEffect[];
  /** IDs of listed add-ons. */
  dependsOn: string[];
  excludes: string[];
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
export function buildMatrix(
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
