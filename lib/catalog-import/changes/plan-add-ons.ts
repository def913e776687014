import type {
  ImportedAddOnEffect,
  ImportedAddOnPrice,
  ImportedCatalog,
} from '@/lib/catalog-import/build/imported-catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { type AddOnTarget, diffRelation, type RelationChange } from './catalog-changes';
import { type PlannedRows, planNamedRows } from './plan-features';

interface PlannedAddOns {
  addOns: PlannedRows<AddOnTarget>;
  addOnPrices: RelationChange<ImportedAddOnPrice>[];
  addOnEffects: RelationChange<ImportedAddOnEffect>[];
}

/**
 * Plans the changes of add-ons. Versions that are no longer in the list keep the add-ons that are available for them, and
 * add-ons that are no longer in the list keep their content.
 */
export function planAddOns(stored: StoredCatalog | null, catalog: ImportedCatalog): PlannedAddOns {
  const addOnKeys = new Map(stored?.addOns.map(({ id, catalogKey }) => [id, catalogKey]));
  const versionKeys = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const featureKeys = new Map(stored?.features.map(({ id, catalogKey }) => [id, catalogKey]));
  const toKey = (keys: ReadonlyMap<string, string>) => (id: string) => keys.get(id) ?? id;

  const rows = (stored?.addOns ?? []).map((addOn) => ({
    ...addOn,
    dependsOn: addOn.dependsOn.map(toKey(addOnKeys)),
    excludes: addOn.excludes.map(toKey(addOnKeys)),
  }));
  const prices = (stored?.addOnPrices ?? []).map(({ addOnId, versionId, ...price }) => ({
    ...price,
    addOn: toKey(addOnKeys)(addOnId),
    version: toKey(versionKeys)(versionId),
  }));
  const effects = (stored?.addOnEffects ?? []).map(({ addOnId, featureId, ...effect }) => ({
    ...effect,
    addOn: toKey(addOnKeys)(addOnId),
    feature: toKey(featureKeys)(featureId),
  }));

  const listedVersions = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const listedAddOns = new Set(catalog.addOns.map(({ catalogKey }) => catalogKey));
  return {
    addOns: planNamedRows<AddOnTarget>(rows, catalog.addOns, catalog.explicitHumanIds.addOns),
    addOnPrices: diffRelation<ImportedAddOnPrice>(
      prices.filter(({ version }) => listedVersions.has(version)),
      catalog.addOnPrices,
      ({ addOn, version }) => JSON.stringify([addOn, version]),
    ).changes,
    addOnEffects: diffRelation<ImportedAddOnEffect>(
      effects.filter(({ addOn }) => listedAddOns.has(addOn)),
      catalog.addOnEffects,
      ({ addOn, feature, effect }) => JSON.stringify([addOn, feature, effect]),
    ).changes,
  };
}
