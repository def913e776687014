import { checkMark } from '../build/limit-unit';
import type {
  ImportedCatalog,
  WrittenAddOn,
  WrittenAddOnEffect,
  WrittenAddOnPrice,
} from '../build/written-catalog';
import {
  diffRelation,
  groupBy,
  type Kept,
  makeKeptKey,
  mapContentKeys,
  type RelationChange,
} from './catalog-changes';
import type { WrittenRows } from './convert-catalog';
import { listMissingAddOns, type MissingAddOn } from './offer-add-ons';
import { type MovedLimit, moveAmounts, type PlannedRows, planNamedRows } from './plan-features';

interface PlannedAddOns {
  /** Add-ons that earlier generations of plans lack. */
  missing: MissingAddOn[];
  addOns: PlannedRows<WrittenAddOn>;
  addOnPrices: RelationChange<WrittenAddOnPrice>[];
  addOnEffects: RelationChange<WrittenAddOnEffect>[];
}

/**
 * Plans the changes of add-ons. Versions that are no longer in the list keep the add-ons that are available for them.
 * Add-ons that are no longer in the list keep their content, and those that accounts keep also their prices.
 */
export function planAddOns(
  before: WrittenRows,
  catalog: ImportedCatalog,
  moved: MovedLimit[],
): PlannedAddOns {
  const isListed = createLookup(catalog.addOns);
  const unlisted = before.addOnEffects.filter(({ addOn }) => !isListed(addOn));
  const moving = [...groupBy(unlisted, ({ addOn }) => addOn).values()].flatMap((each) =>
    moveAmounts<WrittenAddOnEffect>(each, moved, (effect) =>
      effect.effect === 'include' ? [{ ...effect, ...checkMark }] : [],
    ),
  );
  const listed = listTargets(before, catalog);
  return {
    missing: listed.missing,
    addOns: planNamedRows<WrittenAddOn>(
      before.addOns,
      catalog.addOns,
      catalog.explicitHumanIds.addOns,
      createRetire(before.addOns),
    ),
    addOnPrices: diffRelation<WrittenAddOnPrice>(
      before.addOnPrices,
      [...listed.addOnPrices, ...listKeptPrices(before, catalog)],
      ({ addOn, version }) => JSON.stringify([addOn, version]),
    ).changes,
    addOnEffects: diffRelation<WrittenAddOnEffect>(
      before.addOnEffects,
      [...listed.addOnEffects, ...moving],
      ({ addOn, feature, effect }) => JSON.stringify([addOn, feature, effect]),
    ).changes,
  };
}

/** Retires a row. One that is kept gets a human ID of its own, because its successor takes over the human ID. */
function createRetire(rows: WrittenRows['addOns']): (row: Kept<WrittenAddOn>) => WrittenAddOn {
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
  stored: WrittenRows,
  catalog: ImportedCatalog,
): Pick<ImportedCatalog, 'addOnPrices' | 'addOnEffects'> & { missing: MissingAddOn[] } {
  const [isListedAddOn, isListedVersion] = [createLookup(catalog.addOns), createLookup(catalog.versions)];
  const successors = new Map(stored.addOns.map(({ catalogKey, successorKey }) => [catalogKey, successorKey]));
  const toSuccessor = <T extends { addOn: string }>(row: T): T => ({
    ...row,
    addOn: successors.get(row.addOn) ?? row.addOn,
  });
  const prices = stored.addOnPrices.map(toSuccessor);
  const missing = listMissingAddOns(stored, catalog, prices);
  const offered = missing.filter(({ isOffered }) => isOffered);
  return {
    addOnPrices: [
      ...catalog.addOnPrices,
      ...prices.filter(({ addOn, version }) => isListedAddOn(addOn) && !isListedVersion(version)),
      ...offered.flatMap(({ addOn, version, plan }) =>
        catalog.addOnPrices.flatMap((price) =>
          price.addOn === addOn && price.version === plan ? [{ ...price, version }] : [],
        ),
      ),
    ],
    addOnEffects: keepByVersion(
      {
        effects: stored.addOnEffects.map(toSuccessor),
        prices,
        contentKeys: mapContentKeys(stored.versions),
        offered,
      },
      catalog,
    ),
    missing,
  };
}

/** The prices of add-ons that are not in the list: those for versions that are not in the list, and those of kept add-ons. */
function listKeptPrices({ addOns, addOnPrices }: WrittenRows, catalog: ImportedCatalog): WrittenAddOnPrice[] {
  const isListedAddOn = createLookup(catalog.addOns);
  const isListedVersion = createLookup(catalog.versions);
  const isKept = createLookup(
    addOns.filter(({ successorKey, replacedBy }) => (successorKey ?? replacedBy) !== null),
  );
  return addOnPrices.filter(
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
  }: {
    effects: WrittenAddOnEffect[];
    prices: WrittenAddOnPrice[];
    contentKeys: ReadonlyMap<string, string>;
    offered: MissingAddOn[];
  },
  { versions, addOns, addOnEffects }: ImportedCatalog,
): WrittenAddOnEffect[] {
  const keyOf = ({ addOn, feature, effect }: WrittenAddOnEffect) => JSON.stringify([addOn, feature, effect]);
  const listedVersions = new Set(versions.map(({ catalogKey }) => catalogKey));
  const listedAddOns = new Set(addOns.map(({ catalogKey }) => catalogKey));
  const storedByKey = new Map(stored.map((effect) => [keyOf(effect), effect]));
  const keptOf = (effect: WrittenAddOnEffect | undefined): NonNullable<WrittenAddOnEffect['byVersion']> => {
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
