import type { ImportedCatalog } from '@/lib/catalog-import/build/imported-catalog';
import { countAddOnAccounts, type StoredAddOn, type StoredCatalog } from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/client';
import { keepRows } from './catalog-changes';
import { type AddOnLoss, findLoss } from './compare-add-ons';
import { type Existing, listKeptKeys, type VersionDecision } from './keep-versions';
import { listTargets, planAddOns, toImportedAddOns } from './plan-add-ons';

/** What a publication does to the accounts that have an add-on whose price or content changes. */
export interface AddOnDecision extends Omit<VersionDecision, 'unconcerned'> {
  title: string;
  /** How many have it. */
  accounts: number;
}

/**
 * Decides about each listed add-on whose price or content changes. One that gets worse for accounts that have it is kept, unless
 * `existing` says otherwise: its row gets another key, and the list adds a row with its key.
 */
export async function keepAddOns(
  queries: Queries,
  stored: StoredCatalog,
  catalog: ImportedCatalog,
  existing: ReadonlyMap<string, Existing>,
): Promise<{ stored: StoredCatalog; decisions: AddOnDecision[] }> {
  const changed = findChanged(stored, catalog);
  if (changed.length === 0) return { stored, decisions: [] };
  const ids = changed.map(({ id }) => id);
  const counts = await countAddOnAccounts(queries, stored.app.id, ids);
  const decisions = changed.flatMap((addOn): AddOnDecision[] => {
    const { id, catalogKey, title } = addOn;
    const accounts = counts.get(id) ?? 0;
    if (accounts === 0) return [];
    const requested = existing.get(catalogKey);
    const losses = listLosses(stored, catalog, catalogKey).map((reason) => ({ reason, accounts }));
    const defaultDecision = losses.length > 0 ? 'keep' : 'follow';
    const decision = requested ?? defaultDecision;
    const isRequested = requested !== undefined;
    return [{ key: catalogKey, title, decision, defaultDecision, losses, isRequested, accounts }];
  });
  const addOns = keepRows(stored.addOns, listKeptKeys(decisions));
  return { stored: { ...stored, addOns }, decisions };
}

const reasons: Record<AddOnLoss, (version: string) => string> = {
  unavailable: (version) => `it is not available for ${version} any more`,
  price: (version) => `the price for ${version} rises or can’t be compared`,
  content: (version) => `it adds less to ${version}`,
};

/** The listed add-ons that are offered now and whose prices or effects change. */
function findChanged(stored: StoredCatalog, catalog: ImportedCatalog): StoredAddOn[] {
  const { addOnPrices, addOnEffects } = planAddOns(stored, catalog, []);
  const keys = new Set(
    [...addOnPrices, ...addOnEffects].map(({ before, after }) => (before ?? after)?.addOn),
  );
  const listed = new Set(catalog.addOns.map(({ catalogKey }) => catalogKey));
  return stored.addOns.filter(({ catalogKey }) => listed.has(catalogKey) && keys.has(catalogKey));
}

/** Why accounts that have an add-on would be worse off, by version. */
function listLosses(stored: StoredCatalog, catalog: ImportedCatalog, addOn: string): string[] {
  const before = toImportedAddOns(stored);
  const after = listTargets(before, catalog);
  const titles = new Map(stored.versions.map(({ catalogKey, title }) => [catalogKey, title]));
  const ofAddOn = <T extends { addOn: string }>(rows: T[]) => rows.filter((row) => row.addOn === addOn);
  const effects = { before: ofAddOn(before.effects), after: ofAddOn(after.effects) };
  return ofAddOn(before.prices).flatMap((price) => {
    const { version } = price;
    const offered = ofAddOn(after.prices).find((each) => each.version === version);
    const loss = findLoss(
      { price, effects: effects.before },
      { price: offered, effects: effects.after },
      version,
      catalog,
    );
    return loss ? [reasons[loss](titles.get(version) ?? version)] : [];
  });
}
