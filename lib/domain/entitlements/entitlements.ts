import { LRUCache } from 'lru-cache';
import type { featureSources } from '@/lib/contract/enums';
import type { AddOnState } from '@/lib/db/accounts';
import {
  type AddOnEffect,
  type AppCatalog,
  type CatalogAddOn,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
} from '@/lib/db/catalog';
import { formatAddOnsKey, listActiveAddOns } from '../caller';
import { hasAmount, isAmountAsGood, listEffects } from '../catalog/amounts';
import type { CatalogView } from '../catalog/catalog-view';
import { isAgreed } from '../catalog/terms';
import { formatFeatureAmount } from '../catalog/translate-content';

/** A feature or usage limit that an account has, with its value or amount. */
export type Entitlement = FeatureLink & {
  feature: CatalogFeature;
  /** Whether this is a usage limit of its own, not a feature. */
  isLimit: boolean;
  /** Human ids of the features that a usage limit of its own applies to, if the account has them. */
  linkedFeatures: string[];
  /** `option` if an add-on that is on adds the feature or changes its amount, `terms` if terms of the account do. */
  source: (typeof featureSources)[number];
};

/** Combinations of active offers to keep for each version. */
const maxCombinations = 200;

/**
 * What the account has, by human id and in catalog order: the features of its current version and of the add-ons that are on.
 * It is empty without a version. Every answer to "may this account use it?" comes from here.
 */
export function listEntitlements({ catalog, state }: CatalogView): ReadonlyMap<string, Entitlement> {
  const version = catalog.versions.find(({ id }) => id === state.current?.versionId) ?? null;
  return getEntitlements(catalog, version, listActiveAddOns(state));
}

/**
 * What a version has with add-ons. Those that the catalog no longer has do not count. The same version with the same add-ons
 * returns the same object.
 */
export function getEntitlements(
  catalog: AppCatalog,
  version: CatalogVersion | null,
  active: Pick<AddOnState, 'addOnId' | 'quantity'>[],
): ReadonlyMap<string, Entitlement> {
  if (!version) return noEntitlements;
  let byAddOns = entitlementsByVersion.get(version);
  if (!byAddOns) {
    byAddOns = new LRUCache({ max: maxCombinations });
    entitlementsByVersion.set(version, byAddOns);
  }
  const key = formatAddOnsKey(active);
  let entitlements = byAddOns.get(key);
  if (!entitlements) {
    const quantities = new Map(active.map(({ addOnId, quantity }) => [addOnId, quantity]));
    const addOns = catalog.addOns.flatMap((addOn) => {
      const quantity = quantities.get(addOn.id);
      return quantity === undefined ? [] : [{ addOn, quantity }];
    });
    entitlements = buildEntitlements(catalog.features, version, addOns);
    byAddOns.set(key, entitlements);
  }
  return entitlements;
}

const noEntitlements: ReadonlyMap<string, Entitlement> = new Map();

/** The inner keys are those of the active add-ons. An entry lasts as long as the cached catalog of the version. */
const entitlementsByVersion = new WeakMap<
  CatalogVersion,
  LRUCache<string, ReadonlyMap<string, Entitlement>>
>();

/** An add-on that is on, and how many of it. */
interface ActiveAddOn {
  addOn: CatalogAddOn;
  quantity: number;
}

/** The features of a version with add-ons, by feature ID, and the IDs of those that the add-ons add or change. */
export function linkFeatures(features: CatalogFeature[], version: CatalogVersion, addOns: ActiveAddOn[]) {
  const links = new Map(version.links.map((link) => [link.featureId, link]));
  const ofAddOns = applyAddOns(
    links,
    features,
    addOns.flatMap(({ addOn, quantity }) =>
      listEffects(addOn, version.id).map((effect) => multiplyEffect(effect, quantity)),
    ),
  );
  return { links, ofAddOns };
}

/** What a version includes with add-ons, by human ID and in catalog order. */
function buildEntitlements(
  features: CatalogFeature[],
  version: CatalogVersion,
  addOns: ActiveAddOn[],
): Map<string, Entitlement> {
  const { links, ofAddOns } = linkFeatures(features, version, addOns);
  const ofTerms = isAgreed(version) ? version.agreedFeatureIds : null;
  const humanIds = new Map(
    features.flatMap(({ id, humanId }) => (links.has(id) ? [[id, humanId] as const] : [])),
  );
  return new Map(
    features.flatMap((feature) => {
      const link = links.get(feature.id);
      if (!link) return [];
      const linkedFeatures = feature.linkedFeatureIds.flatMap((id) => humanIds.get(id) ?? []);
      const ownSource = ofTerms?.has(feature.id) ? 'terms' : 'version';
      const source = ofAddOns.has(feature.id) ? 'option' : ownSource;
      return [
        [
          feature.humanId,
          { ...link, feature, isLimit: isLimitRow(feature), linkedFeatures, source },
        ] as const,
      ];
    }),
  );
}

/**
 * Changes the links of a version to what the account has with add-ons, and returns the IDs of the features that they add or
 * change. Amounts that are set apply before those that are added, which add up and are multiplied by the quantity.
 */
function applyAddOns(
  links: Map<string, FeatureLink>,
  features: CatalogFeature[],
  effects: AddOnEffect[],
): Set<string> {
  const changed = new Set<string>();
  if (effects.length === 0) return changed;
  const byId = new Map(features.map((feature) => [feature.id, feature]));
  for (const effect of [
    ...effects.filter(({ effect }) => effect !== 'add'),
    ...effects.filter(({ effect }) => effect === 'add'),
  ]) {
    const { featureId } = effect;
    const link = links.get(featureId);
    const feature = byId.get(featureId);
    const next = feature && applyEffect(link, effect, feature);
    if (!next || next === link) continue;
    links.set(featureId, next);
    changed.add(featureId);
  }
  return changed;
}

/** Only what is added depends on the quantity. */
function multiplyEffect(effect: AddOnEffect, quantity: number): AddOnEffect {
  if (effect.effect !== 'add' || effect.amount === null) return effect;
  return { ...effect, amount: effect.amount * quantity };
}

/** What the account has of a feature with an effect. The same link if the effect changes nothing. */
function applyEffect(
  link: FeatureLink | undefined,
  { featureId, effect, value, amount, unlimited }: AddOnEffect,
  feature: CatalogFeature,
): FeatureLink {
  if (effect === 'add') {
    const isUnlimited = unlimited || (link?.unlimited ?? false);
    const sum = isUnlimited ? null : (link?.amount ?? 0) + (amount ?? 0);
    if (link && isUnlimited === link.unlimited && sum === link.amount) return link;
    const text = formatFeatureAmount(feature, { amount: sum, unlimited: isUnlimited });
    return { featureId, value: text, amount: sum, unlimited: isUnlimited };
  }
  if (!link) return { featureId, value, amount, unlimited };
  // An add-on never takes away from what the version includes.
  const isMore =
    hasAmount({ amount, unlimited }) && !isAmountAsGood(link, { amount, unlimited }, feature.betterAmount);
  const isOtherText = effect === 'set' && !hasAmount({ amount, unlimited }) && value !== link.value;
  return isMore || isOtherText ? { featureId, value, amount, unlimited } : link;
}
