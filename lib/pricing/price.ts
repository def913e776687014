import { boundNames, priceFieldNames } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';

// Prices and totals have the shapes of the API on the server and in the browser. Amounts are in minor units.

/** The periods that decide which fees of a price apply, and what they are stated for. */
export interface PricePeriods {
  /** Period of the app's fees. */
  app: BillingPeriod;
  /** Period that an account is billed for. */
  billed: BillingPeriod;
  /** Period that amounts are for. */
  shown: BillingPeriod;
}

export function hasSamePrice(a: Price | null, b: Price | null): boolean {
  return (
    priceFieldNames.every((name) => a?.[name] === b?.[name]) &&
    boundNames.every((name) => (a?.[name] ?? null) === (b?.[name] ?? null))
  );
}

/** Equal for equal prices. */
export function getPriceKey(price: Price): string {
  return JSON.stringify(priceFieldNames.map((name) => price[name]));
}

/** Whether a price has fees. Otherwise it is on request or in words. */
export function isPriced({ fee, user_fee, annual_fee, annual_user_fee }: Price): boolean {
  return [fee, user_fee, annual_fee, annual_user_fee].some((amount) => amount !== null);
}

export function isFree(price: Price): boolean {
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  return isPriced(price) && [fee, user_fee, annual_fee, annual_user_fee].every((amount) => !amount);
}

/** The periods that something is sold for, the app's own first. Empty without fees. What is free is sold for both. */
export function listBillingPeriods(price: Price, app: BillingPeriod): BillingPeriod[] {
  const periods: BillingPeriod[] = [];
  if (price.fee !== null || price.user_fee !== null) periods.push(app);
  if (app === 'month' && isSoldAnnually(price)) periods.push('year');
  return periods;
}

/** Whether a price per month has one per year too. Each fee that is charged needs its annual one. */
function isSoldAnnually(price: Price): boolean {
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  if ((fee && annual_fee === null) || (user_fee && annual_user_fee === null)) return false;
  return isPriced(price);
}

/** Whether a price per month has other fees for a year, above zero. */
export function hasAnnualPrice(price: Price): boolean {
  return isSoldAnnually(price) && Boolean(price.annual_fee || price.annual_user_fee);
}

/** The period to bill for: the preferred one if it is among `periods`, else another, or null if there is none. */
export function selectBillingPeriod(
  periods: BillingPeriod[],
  preferred: BillingPeriod,
): BillingPeriod | null {
  return periods.includes(preferred) ? preferred : (periods[0] ?? null);
}

/** The period that an account is billed for. Fees per year allow no other. */
export function getAccountPeriod(
  billed: BillingPeriod | null | undefined,
  app: BillingPeriod,
): BillingPeriod {
  return app === 'year' ? 'year' : (billed ?? 'month');
}

/**
 * The period whose fees apply to an account that is billed for `billed`. What is not sold for a year keeps its monthly price.
 * It is null if it has no price for the account.
 */
export function getFeePeriod(price: Price, billed: BillingPeriod, app: BillingPeriod): BillingPeriod | null {
  const periods = listBillingPeriods(price, app);
  if (periods.includes(billed)) return billed;
  return billed === 'year' && periods.includes('month') ? 'month' : null;
}

/**
 * The periods that a price is shown with: those given, or the one that it is sold for. An annual price that is multiplied is
 * shown for a year if its twelfths would not add up to the total.
 */
export function selectPricePeriods(price: Price, periods: PricePeriods): PricePeriods {
  const { app, billed, shown } = periods;
  const [sold = billed] = listBillingPeriods(price, app);
  const period = getFeePeriod(price, billed, app);
  if (!period) return { app, billed: sold, shown: sold };
  return period === 'year' && shown === 'month' && hasFractions(price)
    ? { ...periods, shown: period }
    : periods;
}

/** Whether an annual price is multiplied, and a twelfth of it is no whole number. */
function hasFractions(price: Price): boolean {
  const { annual_fee, annual_user_fee } = price;
  const isMultiplied = annual_user_fee || isSoldPerUnit(price);
  return Boolean(isMultiplied) && (Number(annual_fee) % 12) + (Number(annual_user_fee) % 12) > 0;
}

/** A price per year counts a twelfth in a month, rounded. */
export function convertAmount(amount: number, from: BillingPeriod, to: BillingPeriod): number {
  if (from === to) return amount;
  return to === 'year' ? amount * 12 : Math.round(amount / 12);
}

/** The number of users that are paid for. */
export function getBilledUsers({ min_users }: Pick<Price, 'min_users'>, users: number): number {
  return Math.max(users, min_users ?? 1);
}

/** Whether the account has a number of what the fee is charged per: sites, or hundreds of contacts. */
export function isSoldPerUnit({ fee, fee_unit, annual_fee }: Price): boolean {
  return fee_unit !== null && Boolean(fee ?? annual_fee);
}

/**
 * The price of a version, with how many `fee_unit` are paid for. It is undefined for an add-on, null if it is not sold per unit.
 */
export type VersionPrice = Price & { units?: number | null };

export function toVersionPrice<P extends Price>(
  price: P,
  quantity: number | null,
): P & { units: number | null } {
  return { ...price, units: getBilledUnits(price, quantity) };
}

/** How many units of a price are paid for, at least 1, or null if it is not sold per unit. */
export function getBilledUnits(price: Price, quantity: number | null): number | null {
  return isSoldPerUnit(price) ? Math.max(quantity ?? 1, price.min_quantity ?? 1) : null;
}

/** The price with the fees that apply, as `fee` and `user_fee` for the period `shown`. Both are null if none apply. */
export function toShownPrice<P extends Price>(price: P, { app, billed, shown }: PricePeriods): P {
  const period = getFeePeriod(price, billed, app);
  if (!period) return { ...price, fee: null, user_fee: null };
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  const isOwn = period === app;
  const convert = (amount: number | null) => amount && convertAmount(amount, period, shown);
  return {
    ...price,
    fee: convert(isOwn ? fee : (annual_fee ?? fee)),
    user_fee: convert(isOwn ? user_fee : (annual_user_fee ?? user_fee)),
  };
}

/** Whether an account that is billed for `billed` pays the same. */
export function hasSamePaidPrice(
  a: Price | null,
  b: Price | null,
  { app, billed }: Omit<PricePeriods, 'shown'>,
): boolean {
  const [before, after] = [a, b].map(
    (price) =>
      price && {
        ...toShownPrice(price, { app, billed, shown: billed }),
        annual_fee: null,
        annual_user_fee: null,
      },
  );
  return hasSamePrice(before ?? null, after ?? null);
}

/** Whether something is charged per user, for any period. */
export function hasUserFee({ user_fee, annual_user_fee }: Price): boolean {
  return Boolean(user_fee || annual_user_fee);
}

/** What the prices call a user, or null for "user", and if they differ in it. */
export function findUserUnit(prices: Price[]): string | null {
  const [unit, ...others] = new Set(
    prices.flatMap((price) => (hasUserFee(price) ? price.user_fee_unit : [])),
  );
  return others.length > 0 ? null : (unit ?? null);
}
