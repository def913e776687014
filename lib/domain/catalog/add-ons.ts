import { ApiError } from '@/lib/contract/errors';
import type { FeatureRef } from '@/lib/contract/fields';
import {
  type AddOnEffect,
  type AddOnPrice,
  type AppCatalog,
  type Catalog,
  type CatalogAddOn,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
} from '@/lib/db/catalog';
import type { AddOnFeature } from '@/lib/db/history';
import { markBetterAmount } from '@/lib/db/version-snapshot';
import { listActiveAddOns } from '../caller';
import { findNewestState, findOwn, isOn } from './add-on-generations';
import { hasAmount, isAmountAsGood, listEffects } from './amounts';
import { type CallerAccess, type CatalogView, filterListedVersions } from './catalog-view';

// What the catalog says about an add-on. What a command does with add-ons is in apply-command.ts.

/** The price of an add-on for a version. Undefined where it is not available. */
export function findAddOnPrice(addOn: CatalogAddOn, version: CatalogVersion | null): AddOnPrice | undefined {
  return addOn.versions.find(({ versionId }) => versionId === version?.id);
}

/** How many of an add-on an account can have: exactly one of those that are not sold by quantity. */
export function getQuantityRange({ minQuantity, maxQuantity }: CatalogAddOn): { min: number; max: number } {
  return { min: minQuantity ?? 1, max: maxQuantity ?? 1 };
}

/** A title that does not reveal an add-on that is not public. */
export function getPublicName(addOn: CatalogAddOn): string {
  return addOn.public ? addOn.title : 'another optional feature';
}

/** Whether an account has what an add-on adds, because the add-on is on or because the version includes it. */
export function isProvided(
  catalog: AppCatalog,
  { version, active }: { version: CatalogVersion | null; active: { has(addOnId: string): boolean } },
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
      features.find(({ id }) => id === effect.featureId)?.betterAmount ?? null,
    ),
  );
}

function isCovered(
  effect: AddOnEffect,
  link: FeatureLink | undefined,
  betterAmount: CatalogFeature['betterAmount'],
): boolean {
  if (!link) return false;
  if (effect.effect === 'add') return link.unlimited || (!effect.unlimited && effect.amount === 0);
  if (hasAmount(effect)) return isAmountAsGood(link, effect, betterAmount);
  // A text can't be compared. To include a feature, any value is enough.
  return link.unlimited || effect.effect === 'include' || link.value === effect.value;
}

/** Whether an add-on that is off can be added to a version, possibly after contacting the vendor. */
export function isAddable(catalog: AppCatalog, version: CatalogVersion | null, addOn: CatalogAddOn): boolean {
  if (!version || !addOn.active || !findAddOnPrice(addOn, version)) return false;
  return !isIncluded(addOn, version, catalog);
}

/** IDs of add-ons in catalog order. Those that the catalog no longer has are last. */
export function sortByCatalog(ids: string[], { addOns }: AppCatalog): string[] {
  if (ids.length < 2) return ids;
  const order = new Map(addOns.map((addOn, index) => [addOn.id, index]));
  return ids.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size));
}

/** What an add-on contains, in catalog order. */
export function listFeatures({ features }: AppCatalog, addOn: CatalogAddOn | undefined): FeatureRef[] {
  const ids = new Set(addOn?.features.map(({ featureId }) => featureId));
  return features
    .filter(({ id }) => ids.has(id))
    .map((feature) => ({ id: feature.humanId, title: feature.title, is_limit: isLimitRow(feature) }));
}

/** What an add-on does for an account on a version, in catalog order. */
export function listAddOnFeatures(
  { features }: Pick<AppCatalog, 'features'>,
  addOn: CatalogAddOn,
  versionId: string,
): AddOnFeature[] {
  const effects = listEffects(addOn, versionId);
  return features.flatMap((feature) =>
    effects
      .filter(({ featureId }) => featureId === feature.id)
      .map(({ effect, value, amount, unlimited }) => {
        const { humanId: human_id, title, unit, period } = feature;
        const named = { human_id, title, is_limit: isLimitRow(feature), effect };
        const mark = effect !== 'add' && markBetterAmount(feature);
        return { ...named, value, amount, unlimited, unit, period, ...mark };
      }),
  );
}

/** The add-on with this ID or human ID. */
export function findAddOn(
  { addOns }: Pick<CatalogView['catalog'], 'addOns'>,
  id: string,
): CatalogAddOn | undefined {
  const normalized = id.toLowerCase();
  return addOns.find((each) => each.id.toLowerCase() === normalized || each.humanId === normalized);
}

/**
 * The add-on with this ID or human ID, or that of another generation: the one that is on, else the present one. Throws one 404
 * for an ID that is unknown, malformed, of another app or not visible: neither listed nor ever on.
 */
export function findVisibleAddOn(
  { catalog, state }: CatalogView,
  access: CallerAccess,
  id: string,
): CatalogAddOn {
  const found = findAddOn(catalog, id);
  if (found) {
    const active = new Set(listActiveAddOns(state).map(({ addOnId }) => addOnId));
    const addOn = findOwn(catalog, active, found);
    if (findNewestState(catalog, state, addOn)) return addOn;
    const versions = filterListedVersions(catalog.versions, access);
    const isListed = versions.some((version) => findAddOnPrice(addOn, version));
    if (isListed && (addOn.public || access.role === 'product')) return addOn;
  }
  throw new ApiError('option_not_found', 'Optional feature not found.');
}
