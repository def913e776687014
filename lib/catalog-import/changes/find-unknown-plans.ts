import type { ImportedCatalog } from '@/lib/catalog-import/build/imported-catalog';
import { findSimilar } from '@/lib/catalog-import/parse/find-similar';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { Conflict } from './catalog-changes';
import type { Existing } from './keep-versions';

/** Requests for plans and add-ons that the list does not have, and that no account has kept, or that are for plans only. */
export function findUnknownPlans(
  existing: ReadonlyMap<string, Existing>,
  { versions, addOns }: ImportedCatalog,
  stored: StoredCatalog | null,
): Conflict[] {
  const toKeys = (rows: { catalogKey: string }[]) => rows.map(({ catalogKey }) => catalogKey);
  const ofEarlier = (rows: { catalogKey: string; replacedBy: string | null }[] = []) =>
    toKeys(rows.filter(({ replacedBy }) => replacedBy !== null));
  const plans = [...toKeys(versions), ...ofEarlier(stored?.versions)];
  const keys = [...plans, ...toKeys(addOns), ...ofEarlier(stored?.addOns)];
  return [...existing].flatMap(([key, requested]) => {
    const isKnown = keys.includes(key);
    const isForPlans = requested === 'keep_price' || requested === 'follow_renewal';
    if (isKnown && (!isForPlans || plans.includes(key))) return [];
    const similar = isKnown ? undefined : findSimilar(key, keys);
    const hint = similar === undefined ? '' : ` Did you mean "${similar}"?`;
    const message = isKnown
      ? `"${key}" is an add-on. ${
          requested === 'keep_price'
            ? 'Only the price of a plan can be kept with keep_price.'
            : 'Only accounts on a plan can follow with follow_renewal.'
        }`
      : `The list has no plan or add-on "${key}", which --existing names.${hint}`;
    return [{ source: 'price-list' as const, path: ['plans'], message }];
  });
}
