import type { BillingPeriod } from '@/lib/contract/fields';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Price } from '@/lib/contract/versions';
import { isPriced, listBillingPeriods, toShownPrice, toVersionPrice } from './price';
import { computeTotal } from './total';

/** Compares prices for one user in the app's period. A price without fees is higher than every other. */
export function comparePrices(a: Price, b: Price): number {
  const [first, second] = [getPriceForOneUser(a), getPriceForOneUser(b)];
  return first === second ? 0 : first - second;
}

function getPriceForOneUser(price: Price): number {
  if (!isPriced(price)) return Number.POSITIVE_INFINITY;
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  // The version is not sold for a month.
  if (fee === null && user_fee === null) return ((annual_fee ?? 0) + (annual_user_fee ?? 0)) / 12;
  return (fee ?? 0) + (user_fee ?? 0);
}

type PriceDifference = SwitchPreview['data']['difference'];

/**
 * New minus old price. A version with one of the two prices has the other at zero. It is null where either is not priced, not
 * sold annually, or charged per another unit: nothing plus $18 per site is a difference, $20 plus $18 per site is not.
 */
export function subtractPrices(from: Price | null, to: Price, app: BillingPeriod): PriceDifference {
  const subtract = (period: BillingPeriod, name: 'fee' | 'user_fee', unit: 'fee_unit' | 'user_fee_unit') => {
    if (!from || ![from, to].every((price) => listBillingPeriods(price, app).includes(period))) return null;
    const periods = { app, billed: period, shown: period };
    const [before, after] = [toShownPrice(from, periods)[name], toShownPrice(to, periods)[name]];
    return before && after && from[unit] !== to[unit] ? null : (after ?? 0) - (before ?? 0);
  };
  const isMonthly = app === 'month';
  return {
    fee: subtract(app, 'fee', 'fee_unit'),
    user_fee: subtract(app, 'user_fee', 'user_fee_unit'),
    annual_fee: isMonthly ? subtract('year', 'fee', 'fee_unit') : null,
    annual_user_fee: isMonthly ? subtract('year', 'user_fee', 'user_fee_unit') : null,
  };
}

/**
 * Whether a price is higher for an account that is billed for `billed`, or can't be compared: for the smallest number that is
 * sold. A version that is sold for more users or units than before is dearer.
 */
export function isPriceHigher(
  before: Price,
  after: Price,
  periods: { app: BillingPeriod; billed: BillingPeriod },
): boolean {
  const compute = (price: Price) =>
    computeTotal([{ id: '', price: toVersionPrice(price, 1), quantity: 1 }], { ...periods, users: 1 });
  const [was, is] = [compute(before), compute(after)];
  if (is.not_included.length > 0) {
    return was.not_included.length === 0 || before.price_text !== after.price_text;
  }
  if (was.not_included.length > 0) return true;
  const hasOtherUnit =
    (is.fee > 0 && was.fee > 0 && before.fee_unit !== after.fee_unit) ||
    (is.user_fee > 0 && was.user_fee > 0 && before.user_fee_unit !== after.user_fee_unit);
  return hasOtherUnit || is.fee > was.fee || is.user_fee > was.user_fee || is.users > was.users;
}
