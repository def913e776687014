import type { TitledReceiptState } from '@/components/receipt/receipt';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo, VersionEntry } from '@/lib/contract/versions';
import { toShownPrice } from '@/lib/format/price';

interface AccountState {
  app: Pick<AppInfo, 'billing_period'>;
  /** The add-ons that are on. */
  addOns: AddOnEntry[];
  period: BillingPeriod;
}

/** The plan of an account with its add-ons, for a receipt. */
export function toReceiptState(
  { title, ...plan }: VersionEntry,
  { app, addOns, period }: AccountState,
): TitledReceiptState {
  const shown = { billed: period, shown: period, period: app.billing_period };
  return {
    title,
    billed: period,
    plan: toShownPrice(plan, shown),
    addOns: addOns.map(({ id, title, quantity, max_quantity, ...price }) => ({
      id,
      title,
      quantity: max_quantity > 1 ? quantity : null,
      price: toShownPrice(price, shown),
    })),
  };
}
