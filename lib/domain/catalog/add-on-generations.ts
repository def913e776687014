import type { AddOnState } from '@/lib/db/accounts';
import type { AppCatalog, CatalogAddOn } from '@/lib/db/catalog';
import type { CallerState } from '../caller';

// When an add-on gets worse, accounts that have it keep it as it was. The kept add-on and the present one, which has replaced it,
// are generations of one add-on. An account has at most one of them on.

/** The ID of the present generation. Equal for all generations. */
export function getPresentId({ id, replacedBy }: Pick<CatalogAddOn, 'id' | 'replacedBy'>): string {
  return replacedBy ?? id;
}

/** The present generation of an add-on. */
export function findPresent({ addOns }: Pick<AppCatalog, 'addOns'>, addOn: CatalogAddOn): CatalogAddOn {
  return addOns.find(({ id }) => id === addOn.replacedBy) ?? addOn;
}

/** Whether any generation of an add-on is on. */
export function isOn(
  { addOns }: Pick<AppCatalog, 'addOns'>,
  active: { has(addOnId: string): boolean },
  addOn: CatalogAddOn,
): boolean {
  return active.has(findOwn({ addOns }, active, addOn).id);
}

/** The generation of an add-on that is on, else `other`: by default the present one. */
export function findOwn(
  { addOns }: Pick<AppCatalog, 'addOns'>,
  active: { has(addOnId: string): boolean },
  addOn: CatalogAddOn,
  other = findPresent({ addOns }, addOn),
): CatalogAddOn {
  const present = getPresentId(addOn);
  return addOns.find((each) => getPresentId(each) === present && active.has(each.id)) ?? other;
}

/** The account's newest change of any generation, or null if none was ever on. */
export function findNewestState(
  { addOns }: Pick<AppCatalog, 'addOns'>,
  { addOnStates }: Pick<CallerState, 'addOnStates'>,
  addOn: CatalogAddOn,
): AddOnState | null {
  if (addOnStates.length === 0) return null;
  const present = getPresentId(addOn);
  const ids = new Set(addOns.flatMap((each) => (getPresentId(each) === present ? [each.id] : [])));
  return addOnStates
    .filter(({ addOnId }) => ids.has(addOnId))
    .reduce<AddOnState | null>((a, b) => (a && a.sequence > b.sequence ? a : b), null);
}
