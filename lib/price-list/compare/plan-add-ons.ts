import type { StoredAddOn, StoredCatalog } from '@/lib/db/catalog-store';
import type { ImportedAddOnEffect, ImportedAddOnPrice, ImportedCatalog } from '../build/imported-catalog';
import { checkMark } from '../build/limit-unit';
import {
  type AddOnTarget,
  diffRelation,
  groupBy,
  type Kept,
  makeKeptKey,
  mapContentKeys,
  type RelationChange,
  renameKeys,
} from './catalog-changes';
import { type MovedLimit, moveAmounts } from './moved-limits';
import { listMissingAddOns, type MissingAddOn } from './offer-add-ons';
import { type PlannedRows, planNamedRows } from './plan-features';

interface PlannedAddOns {
  /** Add-ons that earlier generations of plans lack. */
  missing: MissingAddOn[];
  addOns: PlannedRows<AddOnTarget>;
  addOnPrices: RelationChange<ImportedAddOnPrice>[];
  addOnEffects: RelationChange<ImportedAddOnEffect>[];
}

/** The `catalogKey`s of the present add-ons, by the IDs of all generations. */
export function mapPresentKeys(addOns: Kept<StoredAddOn>[]): Map<string, string> {
  const keys = new Map(addOns.map(({ id, catalogKey, successorKey }) => [id, successorKey ?? catalogKey]));
  return new Map(
    addOns.map(({ id, replacedBy }) => [id, keys.get(replacedBy ?? id) ?? keys.get(id) ?? id] as const),
  );
}

/** The stored add-ons, with `catalogKey`s in place of IDs. `dependsOn` and `excludes` name present add-ons. */
export function toImportedAddOns(stored: StoredCatalog | null) {
  const addOns: Kept<StoredAddOn>[] = stored?.addOns ?? [];
  const presentKeys = mapPresentKeys(addOns);
  const addOnKeys = new Map(addOns.map(({ id, catalogKey }) => [id, catalogKey]));
  const versionKeys = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const featureKeys = new Map(stored?.features.map(({ id, catalogKey }) => [id, catalogKey]));
  const toKey = (keys: ReadonlyMap<string, string>) => (id: string) => keys.get(id) ?? id;
  return {
    contentKeys: mapContentKeys(stored?.versions ?? []),
    rows: addOns.map((addOn) => ({
      ...addOn,
      dependsOn: addOn.dependsOn.map(toKey(presentKeys)),
      excludes: addOn.excludes.map(toKey(presentKeys)),
      replacedBy: addOn.replacedBy && toKey(addOnKeys)(addOn.replacedBy),
    })),
    prices: (stored?.addOnPrices ?? []).map(
      ({ addOnId, versionId, ...price }): ImportedAddOnPrice => ({
        ...price,
        addOn: toKey(addOnKeys)(addOnId),
        version: toKey(versionKeys)(versionId),
      }),
    ),
    effects: (stored?.addOnEffects ?? []).map(
      ({ addOnId, featureId, byVersion, ...effect }): ImportedAddOnEffect => ({
        ...effect,
        byVersion: renameKeys(byVersion, toKey(versionKeys)),
        addOn: toKey(addOnKeys)(addOnId),
        feature: toKey(featureKeys)(featureId),
      }),
    ),
  };
}

/**
 * Plans the changes of add-ons. Versions that are no longer in the list keep the add-ons that are available for them.
 * Add-ons that are no longer in the list keep their content, and those that accounts keep also their prices.
 */
export function planAddOns(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
  moved: MovedLimit[],
): PlannedAddOns {
  const before = toImportedAddOns(stored);
  const listedAddOns = new Set(catalog.addOns.map(({ catalogKey }) => catalogKey));
  const unlisted = before.effects.filter(({ addOn }) => !listedAddOns.has(addOn));
  const moving = [...groupBy(unlisted, ({ addOn }) => addOn).values()].flatMap((each) =>
    moveAmounts<ImportedAddOnEffect>(each, moved, (effect) =>
      effect.effect === 'include' ? [{ ...effect, ...checkMark }] : [],
    ),
  );
  const listed = listTargets(before, catalog, stored);
  return {
    missing: listed.missing,
    addOns: planNamedRows<AddOnTarget>(
      before.rows,
      catalog.addOns.map((addOn) => ({ ...addOn, replacedBy: null })),
      catalog.explicitHumanIds.addOns,
      createRetire(before.rows),
    ),
    addOnPrices: diffRelation<ImportedAddOnPrice>(
      before.prices,
      [...listed.prices, ...listKeptPrices(before, catalog)],
      ({ addOn, version }) => JSON.stringify([addOn, version]),
    ).changes,
    addOnEffects: diffRelation<ImportedAddOnEffect>(
      before.effects,
      [...listed.effects, ...moving],
      ({ addOn, feature, effect }) => JSON.stringify([addOn, feature, effect]),
    ).changes,
  };
}

type StoredAddOns = ReturnType<typeof toImportedAddOns>;

/** Retires a row. One that is kept gets a human ID of its own, because its successor takes over the human ID. */
function createRetire(rows: StoredAddOns['rows']): (row: Kept<AddOnTarget>) => AddOnTarget {
  const humanIds = new Set(rows.map(({ humanId }) => humanId));
  const successors = new Map(rows.map(({ catalogKey, successorKey }) => [catalogKey, successorKey]));
  return ({ previousKey: _, successorKey, ...row }) => ({
    ...row,
    active: false,
    humanId: successorKey === undefined ? row.humanId : makeKeptKey(row.humanId, humanIds),
    replacedBy: successorKey ?? (row.replacedBy && (successors.get(row.replacedBy) ?? row.replacedBy)),
  });
}

/**
 * The prices and effects of listed add-ons. Versions that are not in the list keep what they had, and get the add-ons of their
 * plan that they lack, if they have what these need: those that are not offered are in `missing` nevertheless.
 */
export function listTargets(
  { rows, contentKeys, ...stored }: StoredAddOns,
  catalog: ImportedCatalog,
  versions: StoredCatalog | null,
): { prices: ImportedAddOnPrice[]; effects: ImportedAddOnEffect[]; missing: MissingAddOn[] } {
  const [isListedAddOn, isListedVersion] = [createLookup(catalog.addOns), createLookup(catalog.versions)];
  const successors = new Map(rows.map(({ catalogKey, successorKey }) => [catalogKey, successorKey]));
  const toSuccessor = <T extends { addOn: string }>(row: T): T => ({
    ...row,
    addOn: successors.get(row.addOn) ?? row.addOn,
  });
  const [prices, effects] = [stored.prices.map(toSuccessor), stored.effects.map(toSuccessor)];
  const missing = listMissingAddOns(versions, catalog, prices);
  const offered = missing.filter(({ isOffered }) => isOffered);
  return {
    prices: [
      ...catalog.addOnPrices,
      ...prices.filter(({ addOn, version }) => isListedAddOn(addOn) && !isListedVersion(version)),
      ...offered.flatMap(({ addOn, version, plan }) =>
        catalog.addOnPrices.flatMap((price) =>
          price.addOn === addOn && price.version === plan ? [{ ...price, version }] : [],
        ),
      ),
    ],
    effects: keepByVersion({ effects, prices, contentKeys, offered }, catalog),
    missing,
  };
}

/** The prices of add-ons that are not in the list: those for versions that are not in the list, and those of kept add-ons. */
function listKeptPrices({ rows, prices }: StoredAddOns, catalog: ImportedCatalog): ImportedAddOnPrice[] {
  const isListedAddOn = createLookup(catalog.addOns);
  const isListedVersion = createLookup(catalog.versions);
  const isKept = createLookup(
    rows.filter(({ successorKey, replacedBy }) => (successorKey ?? replacedBy) !== null),
  );
  return prices.filter(
    ({ addOn, version }) => !isListedAddOn(addOn) && (isKept(addOn) || !isListedVersion(version)),
  );
}

function createLookup(rows: { catalogKey: string }[]): (key: string) => boolean {
  const keys = new Set(rows.map(({ catalogKey }) => catalogKey));
  return (key) => keys.has(key);
}

/**
 * The listed effects. Versions that are no longer in the list keep what add-ons do for them in particular, and what an add-on did
 * for all versions if it depends on the version from now on, unless they get the content of their plan.
 */
function keepByVersion(
  {
    effects: stored,
    prices,
    contentKeys,
    offered,
  }: Pick<StoredAddOns, 'effects' | 'prices' | 'contentKeys'> & { offered: MissingAddOn[] },
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
    const { byVersion } = effect;
    if (byVersion === null) return effect;
    const own = offered.flatMap(({ addOn, version, plan }) =>
      addOn === effect.addOn ? [[version, plan] as const] : [],
    );
    const copied = [...contentKeys, ...own].flatMap(([version, plan]) =>
      byVersion[plan] ? [[version, byVersion[plan]] as const] : [],
    );
    return { ...effect, byVersion: { ...keptOf(before), ...Object.fromEntries(copied), ...byVersion } };
  });
  const missing = [...storedByKey.values()].flatMap((effect) => {
    if (effect.byVersion === null || !listedAddOns.has(effect.addOn)) return [];
    const byVersion = keptOf(effect);
    return Object.keys(byVersion).length === 0 ? [] : [{ ...effect, byVersion }];
  });
  return [...listed, ...missing];
}
