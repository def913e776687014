import type {
  ImportedAddOnEffect,
  ImportedAddOnPrice,
  ImportedCatalog,
} from '@/lib/catalog-import/build/imported-catalog';
import { checkMark } from '@/lib/catalog-import/build/limit-unit';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { type AddOnTarget, diffRelation, groupBy, type RelationChange, renameKeys } from './catalog-changes';
import { type MovedLimit, moveAmounts } from './moved-limits';
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
export function planAddOns(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
  moved: MovedLimit[],
): PlannedAddOns {
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
  const effects = (stored?.addOnEffects ?? []).map(({ addOnId, featureId, byVersion, ...effect }) => ({
    ...effect,
    byVersion: renameKeys(byVersion, toKey(versionKeys)),
    addOn: toKey(addOnKeys)(addOnId),
    feature: toKey(featureKeys)(featureId),
  }));

  const listedVersions = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const listedAddOns = new Set(catalog.addOns.map(({ catalogKey }) => catalogKey));
  const kept = effects.filter(({ addOn }) => !listedAddOns.has(addOn));
  const moving = [...groupBy(kept, ({ addOn }) => addOn).values()].flatMap((each) =>
    moveAmounts<ImportedAddOnEffect>(each, moved, (effect) =>
      effect.effect === 'include' ? [{ ...effect, ...checkMark }] : [],
    ),
  );
  return {
    addOns: planNamedRows<AddOnTarget>(
      rows,
      catalog.addOns.map((addOn) => ({ ...addOn, replacedBy: null })),
      catalog.explicitHumanIds.addOns,
    ),
    addOnPrices: diffRelation<ImportedAddOnPrice>(
      prices.filter(({ version }) => listedVersions.has(version)),
      catalog.addOnPrices,
      ({ addOn, version }) => JSON.stringify([addOn, version]),
    ).changes,
    addOnEffects: diffRelation<ImportedAddOnEffect>(
      effects,
      [...keepByVersion(effects, prices, catalog), ...moving],
      ({ addOn, feature, effect }) => JSON.stringify([addOn, feature, effect]),
    ).changes,
  };
}

/**
 * The listed effects. Versions that are no longer in the list keep what add-ons do for them in particular, and what an add-on did
 * for all versions if it depends on the version from now on.
 */
function keepByVersion(
  stored: ImportedAddOnEffect[],
  prices: ImportedAddOnPrice[],
  { versions, addOns, addOnEffects }: ImportedCatalog,
): ImportedAddOnEffect[] {
  const keyOf = ({ addOn, feature, effect }: ImportedAddOnEffect) => JSON.stringify([addOn, feature, effect]);
  const listedVersions = new Set(versions.map(({ catalogKey }) => catalogKey));
  const listedAddOns = new Set(addOns.map(({ catalogKey }) => catalogKey));
  const storedByKey = new Map(stored.map((effect) => [keyOf(effect), effect]));
  const keptOf = (effect: ImportedAddOnEffect | undefined): NonNullable<ImportedAddOnEffect['byVersion']> => {
    if (!effect) return {};
    const { addOn, byVersion, value, amount, unlimited } = effect;
    const contents = byVersion
      ? Object.entries(byVersion)
      : prices.flatMap((price) =>
          price.addOn === addOn ? [[price.version, { value, amount, unlimited }] as const] : [],
        );
    return Object.fromEntries(contents.filter(([version]) => !listedVersions.has(version)));
  };
  const listed = addOnEffects.map((effect) => {
    const before = storedByKey.get(keyOf(effect));
    storedByKey.delete(keyOf(effect));
    if (effect.byVersion === null) return effect;
    return { ...effect, byVersion: { ...keptOf(before), ...effect.byVersion } };
  });
  const missing = [...storedByKey.values()].flatMap((effect) => {
    if (effect.byVersion === null || !listedAddOns.has(effect.addOn)) return [];
    const byVersion = keptOf(effect);
    return Object.keys(byVersion).length === 0 ? [] : [{ ...effect, byVersion }];
  });
  return [...listed, ...missing];
}
