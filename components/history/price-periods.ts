import type { TitledReceiptState } from '@/components/receipt/receipt';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import type { Price } from '@/lib/contract/versions';
import { pickPrice } from '@/lib/pricing/next-prices';
import { toVersionPrice, type VersionPrice } from '@/lib/pricing/price';
import { computeAmount, subtractAmounts } from '@/lib/pricing/total';

/** A time in which the account's plan, its price and the add-ons stayed the same. */
export interface PricePeriod {
  entry: HistoryEntry;
  /** The price of the plan at that time. */
  price: VersionPrice;
  /** The add-ons that were on, at the prices of that time. */
  addOns: AddOnHistoryEntry[];
  /** Unix seconds. */
  start: number;
  /** The value is null for the current period. */
  end: number | null;
}

/** The periods of a history, oldest first. `entries` and `addOnEntries` are newest first. */
export function listPricePeriods(
  entries: readonly HistoryEntry[],
  addOnEntries: readonly AddOnHistoryEntry[],
): PricePeriod[] {
  const switchTimes = new Map(entries.map(({ history_id, activated }) => [history_id, activated]));
  const changes: {
    at: number;
    entry?: HistoryEntry;
    addOn?: AddOnHistoryEntry;
    catalog?: { entry: HistoryEntry; price: Price };
    catalogAddOn?: AddOnHistoryEntry;
  }[] = [
    // It follows a switch of the same second.
    ...addOnEntries.flatMap((addOn) =>
      addOn.catalog_changes
        .filter(({ previous_price }) => previous_price !== null)
        .map(({ changed_at, price }) => ({ at: changed_at, catalogAddOn: { ...addOn, ...price } }))
        .toReversed(),
    ),
    ...entries.flatMap((entry) =>
      entry.catalog_changes
        .filter(({ previous_price }) => previous_price !== null)
        .map(({ changed_at, price }) => ({ at: changed_at, catalog: { entry, price } }))
        .toReversed(),
    ),
    ...entries.map((entry) => ({ at: entry.activated, entry })),
    // A switch changes the plan and the add-ons at the same time.
    ...addOnEntries.map((addOn) => ({
      at: switchTimes.get(addOn.switch_history_id ?? '') ?? addOn.timestamp,
      addOn,
    })),
  ];
  const periods: PricePeriod[] = [];
  const active = new Map<string, AddOnHistoryEntry>();
  let plan: HistoryEntry | undefined;
  let price: Price | undefined;
  for (const { at, entry, addOn, catalog, catalogAddOn } of changes
    .toReversed()
    .sort((a, b) => a.at - b.at)) {
    if (entry) [plan, price] = [entry, toVersionPrice(pickPrice(entry), entry.quantity)];
    if (catalog && catalog.entry === plan) price = toVersionPrice(catalog.price, plan.quantity);
    if (addOn?.status === 'active') active.set(addOn.id, addOn);
    else if (addOn) active.delete(addOn.id);
    if (catalogAddOn && active.get(catalogAddOn.id)?.history_id === catalogAddOn.history_id)
      active.set(catalogAddOn.id, catalogAddOn);
    if (!plan || !price) continue;
    const last = periods.at(-1);
    // Changes of one switch. Another switch in the same second has a period of its own.
    const isSame = last?.start === at && (last.entry === plan || last.entry.activated !== at);
    if (isSame) periods.pop();
    else if (last) last.end = at;
    periods.push({ entry: plan, price, addOns: [...active.values()], start: at, end: null });
  }
  return periods;
}

/** The period that began with an entry, and the one before it. */
export function findPricePeriods(periods: readonly PricePeriod[], entry: HistoryEntry) {
  const index = periods.findIndex((period) => period.entry === entry);
  return { period: periods[index] ?? null, periodBefore: periods[index - 1] ?? null };
}

/** What was paid for. */
export function toReceiptState({ entry, price: plan, addOns }: PricePeriod): TitledReceiptState {
  return {
    title: entry.title,
    billed: entry.account_billing_period,
    plan,
    addOns: addOns.map(({ id, title, quantity, ...price }) => ({ id, title, quantity, price })),
  };
}

/** What was paid by list, in minor units. */
export interface PaidAmounts {
  /** The value is null for a plan without a price. */
  plan: number | null;
  /** The value is null if one of them has no price. */
  addOns: number | null;
  total: number | null;
}

/** The price per period `shown`, which need not be the one that was billed. */
export function calculatePaidAmounts(
  { entry, price, addOns }: PricePeriod,
  shown: BillingPeriod,
): PaidAmounts {
  const { billing_period: app, account_billing_period: billed, users } = entry;
  const compute = (items: Parameters<typeof computeAmount>[0]) =>
    computeAmount(items, { app, billed, shown, users });
  const plan = compute([{ price }]);
  const total = compute([{ price }, ...addOns.map((addOn) => ({ price: addOn, quantity: addOn.quantity }))]);
  return { plan, total, addOns: subtractAmounts(total, plan) };
}

/** The number of users if it was the same in all periods, else null. */
export function getCommonUsers(periods: readonly PricePeriod[]): number | null {
  const numbers = new Set(periods.map(({ entry }) => entry.users));
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
}
