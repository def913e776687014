import type { BillingPeriod } from '@/lib/contract/fields';
import type { Total } from '@/lib/contract/switch';
import type { Price } from '@/lib/contract/versions';
import { convertAmount, getBilledUsers, type PricePeriods, toShownPrice, type VersionPrice } from './price';

/** A version or an add-on with its price. */
export interface PricedItem {
  id: string;
  price: VersionPrice;
  /** How many there are of what is sold by quantity, whose `fee_unit` is one of them. The default is null, for anything else. */
  quantity?: number | null;
}

type Fees = Pick<Total, 'fee' | 'user_fee'>;

/**
 * The fees of an item. It is null if it can't be priced: on request, in words, not sold for the period, or an add-on charged per
 * something other than accounts, users and its quantity, or more than 2^53 - 1. Totals, receipts and the API have no other rule.
 */
export function getItemFees(
  { price, quantity = null }: Omit<PricedItem, 'id'>,
  periods: PricePeriods,
): Fees | null {
  const { fee, user_fee, fee_unit, units = null } = toShownPrice(price, periods);
  if (fee === null && user_fee === null) return null;
  if (fee && fee_unit !== null && quantity === null && units === null) return null;
  const count = quantity ?? 1;
  const fees = { fee: (fee ?? 0) * count * (units ?? 1), user_fee: (user_fee ?? 0) * count };
  return Number.isSafeInteger(fees.fee) && Number.isSafeInteger(fees.user_fee) ? fees : null;
}

/**
 * What items cost together per period that is billed, for the users that are paid for. In a total for a year, a monthly price
 * counts twelve times.
 */
export function computeTotal(
  items: PricedItem[],
  { app, billed, ...options }: { app: BillingPeriod; billed: BillingPeriod; users: number },
): Total {
  const users = Math.max(...items.map(({ price }) => getBilledUsers(price, options.users)), options.users);
  const quantity = items.find(({ price }) => price.units != null)?.price.units ?? null;
  let fee = 0;
  let user_fee = 0;
  const not_included: string[] = [];
  for (const { id, ...item } of items) {
    const fees = getItemFees(item, { app, billed, shown: billed });
    if (fees && Number.isSafeInteger(fee + fees.fee + (user_fee + fees.user_fee) * users)) {
      fee += fees.fee;
      user_fee += fees.user_fee;
    } else not_included.push(id);
  }
  return {
    billing_period: billed,
    users,
    quantity,
    fee,
    user_fee,
    amount: fee + user_fee * users,
    not_included,
  };
}

/** What items cost together per period that is shown, rounded once. Null if one of them can't be priced. */
export function computeAmount(
  items: Omit<PricedItem, 'id'>[],
  { users, ...periods }: PricePeriods & { users: number },
): number | null {
  const total = computeTotal(
    items.map((item) => ({ id: '', ...item })),
    { ...periods, users },
  );
  const amount = convertAmount(total.amount, periods.billed, periods.shown);
  return total.not_included.length > 0 || !Number.isSafeInteger(amount) ? null : amount;
}

/** Whether a listed version is sold for a number of users without add-ons. An account keeps its own for the users that it has. */
export function isSoldFor(
  { max_users, current }: { max_users: number | null; current: boolean },
  users: number,
  ownUsers: number,
): boolean {
  return max_users === null || users <= Math.max(max_users, current ? ownUsers : 0);
}

/** The value is null if either amount is unknown. */
export function subtractAmounts(
  after: number | null | undefined,
  before: number | null | undefined,
): number | null {
  return after == null || before == null ? null : after - before;
}

/** The part of the monthly price that annual billing saves for a number of users, from 0 to 1, or null if it saves nothing. */
export function computeAnnualSaving(price: Price, users: number): number | null {
  const compute = (billed: BillingPeriod) =>
    computeAmount([{ price, quantity: 1 }], { app: 'month', billed, shown: 'year', users });
  const [monthly, annual] = [compute('month'), compute('year')];
  return monthly !== null && annual !== null && annual < monthly ? 1 - annual / monthly : null;
}
