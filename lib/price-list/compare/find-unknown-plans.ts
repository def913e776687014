import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { ImportedCatalog } from '../build/written-catalog';
import type { Extension } from '../parse/extension';
import { findSimilar } from '../parse/find-similar';
import type { Conflict } from './catalog-changes';
import type { Existing } from './keep-versions';
import { listRenames } from './rename-rows';

/** Requests for plans and add-ons that the list does not have, and that no account has kept, or that are for plans only. */
export function findUnknownPlans(
  existing: ReadonlyMap<string, Existing>,
  catalog: ImportedCatalog,
  stored: StoredCatalog | null,
): Conflict[] {
  const { plans, keys } = listKeys(catalog, stored);
  return [...existing].flatMap(([key, requested]) => {
    const isKnown = keys.includes(key);
    const isForPlans = requested === 'keep_price' || requested === 'follow_renewal';
    if (isKnown && (!isForPlans || plans.includes(key))) return [];
    const message = isKnown
      ? `"${key}" is an add-on. ${
          requested === 'keep_price'
            ? 'Only the price of a plan can be kept with keep_price.'
            : 'Only accounts on a plan can follow with follow_renewal.'
        }`
      : `The list has no plan or add-on "${key}", which --existing names.${formatHint(key, keys)}`;
    return [{ source: 'price-list' as const, path: ['plans'], message }];
  });
}

interface ListedCatalog {
  catalog: ImportedCatalog;
  /** Its rows have the keys that they have from now on. */
  stored: StoredCatalog | null;
  extension: Extension;
}

/**
 * The decisions of a draft, by the keys that the list has. One about a name from before a rename is about what has it now, unless
 * the draft also decides about the new name. One about what the list does not have has no effect, and is a warning.
 */
export function resolveDecisions(
  decided: ReadonlyMap<string, Existing> = new Map(),
  { catalog, stored, extension }: ListedCatalog,
): { existing: Map<string, Existing>; warnings: Conflict[] } {
  const existing = new Map<string, Existing>();
  const warnings: Conflict[] = [];
  if (decided.size === 0) return { existing, warnings };
  const { keys } = listKeys(catalog, stored);
  const renames = listRenames(extension);
  for (const [name, decision] of decided) {
    const key = keys.includes(name) ? name : (renames.get(name) ?? name);
    if (key !== name && decided.has(key)) continue;
    if (keys.includes(key)) existing.set(key, decision);
    else {
      const message = `The list has no plan or add-on "${name}". What is decided about its accounts has no effect.${formatHint(name, keys)}`;
      warnings.push({ source: 'price-list', path: ['plans'], message });
    }
  }
  return { existing, warnings };
}

/** The plans, and all that can be decided about, with earlier generations. */
function listKeys({ versions, addOns }: ImportedCatalog, stored: StoredCatalog | null) {
  const toKeys = (rows: { catalogKey: string }[]) => rows.map(({ catalogKey }) => catalogKey);
  const ofEarlier = (rows: { catalogKey: string; replacedBy: string | null }[] = []) =>
    toKeys(rows.filter(({ replacedBy }) => replacedBy !== null));
  const plans = [...toKeys(versions), ...ofEarlier(stored?.versions)];
  return { plans, keys: [...plans, ...toKeys(addOns), ...ofEarlier(stored?.addOns)] };
}

function formatHint(key: string, keys: string[]): string {
  const similar = findSimilar(key, keys);
  return similar === undefined ? '' : ` Did you mean "${similar}"?`;
}
