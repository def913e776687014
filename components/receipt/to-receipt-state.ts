import type { AddOnEntry } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionEntry } from '@/lib/contract/versions';
import type { TitledReceiptState } from './receipt';

interface AccountState {
  /** The add-ons that are on. */
  addOns: AddOnEntry[];
  period: BillingPeriod;
}

/** The plan of an account with its add-ons, for a receipt. */
export function toReceiptState(
  { title, ...plan }: VersionEntry,
  { addOns, period }: AccountState,
): TitledReceiptState {
  return {
    title,
    billed: period,
    plan,
    addOns: addOns.map(({ id, title, quantity, max_quantity, ...price }) => ({
      id,
      title,
      quantity: max_quantity > 1 ? quantity : null,
      price,
    })),
  };
}
