import type { AccountCounts, StoredVersion } from '@/lib/db/catalog-store';
import type { ImportedCatalog, WrittenAddOnPrice } from '../build/written-catalog';
import type { WrittenRows } from './convert-catalog';
import { findMovedLimits } from './plan-features';

/** An add-on that a plan has and an earlier generation of it lacks. Rows are named by `catalogKey`. */
export interface MissingAddOn {
  addOn: string;
  /** The earlier generation. */
  version: string;
  plan: string;
  /** Whether the version has what the add-on needs, so that it is offered at the price of the plan. */
  isOffered: boolean;
}

/** An earlier generation of a listed plan. */
interface Generation {
  key: string;
  plan: string;
  /** What it includes after the publication. */
  features: ReadonlySet<string>;
  /** Add-ons that are available for it. */
  addOns: Set<string>;
}

/**
 * The listed add-ons that earlier generations lack. `prices` are the stored ones, by the keys of present add-ons. An add-on
 * needs those that it requires, and what it extends or sets, as far as its plan includes that.
 */
export function listMissingAddOns(
  stored: WrittenRows,
  catalog: ImportedCatalog,
  prices: Pick<WrittenAddOnPrice, 'addOn' | 'version'>[],
): MissingAddOn[] {
  return listGenerations(stored, catalog, prices).flatMap((generation) => {
    const { key: version, plan, addOns: available } = generation;
    const missing = catalog.addOnPrices.flatMap((price) =>
      price.version === plan && !available.has(price.addOn) ? [price.addOn] : [],
    );
    // One that is offered can be what another one requires.
    for (let offered = -1; offered !== available.size; ) {
      offered = available.size;
      for (const addOn of missing) if (hasNeeds(addOn, generation, catalog)) available.add(addOn);
    }
    return missing.map((addOn) => ({ addOn, version, plan, isOffered: available.has(addOn) }));
  });
}

function listGenerations(
  stored: WrittenRows,
  catalog: ImportedCatalog,
  prices: Pick<WrittenAddOnPrice, 'addOn' | 'version'>[],
): Generation[] {
  const { versions: listed, cells } = catalog;
  const movedTo = new Map(findMovedLimits(stored, catalog).map(({ from, to }) => [from.catalogKey, to]));
  const rows = new Map(stored.versions.map((version) => [version.catalogKey, version]));
  const plans = new Set(listed.map(({ catalogKey }) => catalogKey));
  return stored.versions.flatMap(({ catalogKey: key, successorKey, replacedBy, decided }): Generation[] => {
    const replacement = rows.get(replacedBy ?? '');
    const plan = successorKey ?? replacement?.successorKey ?? replacement?.catalogKey;
    if (plan === undefined || !plans.has(plan) || plans.has(key)) return [];
    const own = listFeatures(stored.cells, key).flatMap((feature) =>
      [feature, movedTo.get(feature) ?? []].flat(),
    );
    const addOns = prices.flatMap(({ addOn, version }) => (version === key ? [addOn] : []));
    const included = decided?.contentKey ? listFeatures(cells, decided.contentKey) : own;
    return [{ key, plan, features: new Set(included), addOns: new Set(addOns) }];
  });
}

const listFeatures = (cells: ImportedCatalog['cells'], plan: string) =>
  cells.flatMap(({ version, feature }) => (version === plan ? [feature] : []));

function hasNeeds(
  addOn: string,
  { plan, features, addOns }: Generation,
  { addOns: listed, addOnEffects, cells }: ImportedCatalog,
): boolean {
  const ofPlan = new Set(listFeatures(cells, plan));
  const required = listed.find(({ catalogKey }) => catalogKey === addOn)?.dependsOn ?? [];
  const isIncluded = (key: string) => {
    const effects = addOnEffects.filter((effect) => effect.addOn === key);
    return effects.every(({ effect, feature }) => effect === 'include' && features.has(feature));
  };
  return (
    required.every((key) => addOns.has(key) || isIncluded(key)) &&
    addOnEffects.every(
      ({ addOn: key, effect, feature }) =>
        key !== addOn || effect === 'include' || !ofPlan.has(feature) || features.has(feature),
    )
  );
}

/** How many accounts that stay on earlier generations can't buy add-ons that their plan has, by `catalogKey`. */
export function countUnavailable(
  missing: MissingAddOn[],
  versions: StoredVersion[],
  { accounts, decisions }: { accounts: AccountCounts; decisions: { id: string; following: number }[] },
): Map<string, number> {
  const ids = new Map(versions.map(({ id, catalogKey }) => [catalogKey, id]));
  const following = new Map(decisions.map((decision) => [decision.id, decision.following]));
  const counts = new Map<string, number>();
  for (const { addOn, version, isOffered } of missing) {
    const id = ids.get(version) ?? '';
    const count = isOffered ? 0 : (accounts.get(id) ?? 0) - (following.get(id) ?? 0);
    if (count > 0) counts.set(addOn, (counts.get(addOn) ?? 0) + count);
  }
  return counts;
}
