import { formatMoney, formatMoneyToParts, type MoneyParts } from './money';

type BillingPeriod = 'month' | 'year';

/** Fees as in the API: minor units, null for "not priced". */
export interface Fees {
  fee: number | null;
  user_fee: number | null;
  /** What `fee` is charged per. Null for the account. */
  fee_unit?: string | null;
  /** What `user_fee` is charged per. Null for the user. */
  user_fee_unit?: string | null;
  /** A price in words, if both fees are null. */
  price_text?: string | null;
}

/** Fees with the prices for annual billing, per year. */
interface AnnualFees extends Fees {
  annual_fee: number | null;
  annual_user_fee: number | null;
}

/** A price for a chosen billing period. */
export interface PeriodPrice extends AnnualFees {
  /** The price per month without annual billing, if `fee` and `user_fee` are a twelfth of the annual fees. */
  monthly?: Fees;
}

export interface PriceFormatOptions {
  locale: string;
  currency: string;
  period: BillingPeriod;
  /** Whether annual billing is chosen for prices per month. */
  annual?: boolean;
  messages: PriceMessages;
}

/** Whether a price per month has one per year too: each fee that is charged has its annual one. */
export function isSoldAnnually({ fee, user_fee, annual_fee, annual_user_fee }: AnnualFees): boolean {
  if ((fee && annual_fee === null) || (user_fee && annual_user_fee === null)) return false;
  return Boolean(annual_fee || annual_user_fee);
}

/** The price with annual billing, per month. A price that is not sold for a year stays as it is. */
export function toAnnualPrice<P extends AnnualFees>(price: P): P & PeriodPrice {
  if (!isSoldAnnually(price)) return price;
  const perMonth = (annual: number | null) => (annual === null ? null : Math.round(annual / 12));
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  return {
    ...price,
    fee: perMonth(annual_fee),
    user_fee: perMonth(annual_user_fee),
    monthly: { fee, user_fee },
  };
}

/** The part of the monthly price that annual billing saves for `seats` users, from 0 to 1. Null if it saves nothing. */
export function calculateAnnualSaving(price: AnnualFees, seats: number): number | null {
  if (!isSoldAnnually(price)) return null;
  const monthly = ((price.fee ?? 0) + (price.user_fee ?? 0) * seats) * 12;
  const annual = (price.annual_fee ?? 0) + (price.annual_user_fee ?? 0) * seats;
  return annual < monthly ? 1 - annual / monthly : null;
}

/**
 * A price that is billed for the period `billed`, with its fees for the period `shown`. A price that is not sold for a year
 * counts twelve times in a year. `period` is that of the app's fees.
 */
export function toShownPrice<P extends AnnualFees>(
  price: P,
  { billed, shown, period }: Record<'billed' | 'shown' | 'period', BillingPeriod>,
): P {
  if (shown === period) return price;
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  if (billed === 'year' && isSoldAnnually(price)) {
    return { ...price, fee: fee && annual_fee, user_fee: user_fee && annual_user_fee };
  }
  return { ...price, fee: fee && fee * 12, user_fee: user_fee && user_fee * 12 };
}

export interface Amount {
  minor: number;
  text: string;
  parts: MoneyParts;
}

/** A price for display. `amounts` has at least one amount, and amounts are above zero. */
type Price =
  | { kind: 'free' }
  | { kind: 'on_request' }
  | { kind: 'text'; text: string }
  | { kind: 'amounts'; base: Amount | null; perUser: Amount | null };

export interface PriceMessages {
  free: string;
  onRequest: string;
  user: string;
  /** `$8`, `user` → `$8 per user` */
  perUnit: (amount: string, unit: string) => string;
  /** `$20`, `$8 per user` → `$20 + $8 per user` */
  sum: (base: string, perUser: string) => string;
  /** `$8 per user` → `$8 per user / month` */
  inPeriod: (price: string, period: BillingPeriod) => string;
  /** `$86` → `or $86 per year` */
  orAnnually: (price: string) => string;
  /** `$86` → `billed annually, $86 per year` */
  billedAnnually: (price: string) => string;
  /** Of a price that is not sold for a year. */
  billedMonthly: string;
}

/** Combines two fees: both null is "on request" or a price in words, no amount above zero is "free". */
export function describePrice(
  fees: Fees,
  { locale, currency }: Pick<PriceFormatOptions, 'locale' | 'currency'>,
): Price {
  if (fees.fee === null && fees.user_fee === null) {
    return fees.price_text ? { kind: 'text', text: fees.price_text } : { kind: 'on_request' };
  }
  const amount = (minor: number | null): Amount | null =>
    minor
      ? {
          minor,
          text: formatMoney(locale, currency, minor),
          parts: formatMoneyToParts(locale, currency, minor),
        }
      : null;
  const base = amount(fees.fee);
  const perUser = amount(fees.user_fee);
  return base || perUser ? { kind: 'amounts', base, perUser } : { kind: 'free' };
}

type Units = Pick<Fees, 'fee_unit' | 'user_fee_unit'>;

/** Joins formatted amounts with their units: `$20 + $8 per editor`. Null for a fee that there is not. */
export function joinAmounts(
  base: string | null,
  perUser: string | null,
  { fee_unit, user_fee_unit }: Units,
  messages: PriceMessages,
): string {
  const baseText = base && fee_unit ? messages.perUnit(base, fee_unit) : base;
  const userText = perUser && messages.perUnit(perUser, user_fee_unit ?? messages.user);
  return baseText && userText ? messages.sum(baseText, userText) : (baseText ?? userText ?? '');
}

export function formatPrice(fees: Fees, options: PriceFormatOptions): string {
  const { messages, period } = options;
  const price = describePrice(fees, options);
  if (price.kind === 'free') return messages.free;
  if (price.kind === 'on_request') return messages.onRequest;
  if (price.kind === 'text') return price.text;
  const amounts = joinAmounts(price.base?.text ?? null, price.perUser?.text ?? null, fees, messages);
  return messages.inPeriod(amounts, period);
}

/**
 * The note about annual billing: `or $86 per year`, or `billed annually, $86 per year` if that is chosen. Null if there is no
 * annual price, or if the price is free.
 */
export function formatAnnualPrice(fees: PeriodPrice, options: PriceFormatOptions): string | null {
  const { messages } = options;
  const { annual_fee, annual_user_fee } = fees;
  if (!fees.monthly && !isSoldAnnually(fees)) {
    return options.annual && describePrice(fees, options).kind === 'amounts' ? messages.billedMonthly : null;
  }
  const price = describePrice({ fee: annual_fee, user_fee: annual_user_fee }, options);
  if (price.kind !== 'amounts') return null;
  const text = joinAmounts(price.base?.text ?? null, price.perUser?.text ?? null, fees, messages);
  return fees.monthly ? messages.billedAnnually(text) : messages.orAnnually(text);
}

/** The price of a quantity of something, whose `fee_unit` is one of them. */
export function multiplyPrice<P extends AnnualFees>(price: P, quantity: number): P {
  const times = (fee: number | null) => fee && fee * quantity;
  const { fee, user_fee, annual_fee, annual_user_fee } = price;
  return {
    ...price,
    fee: times(fee),
    user_fee: times(user_fee),
    fee_unit: null,
    annual_fee: times(annual_fee),
    annual_user_fee: times(annual_user_fee),
  };
}

/**
 * The total per billing period for `seats` users, in minor units. Null for a price on request, and for a fee that is charged
 * per something else than users.
 */
export function calculateTotal(fees: Fees | PeriodPrice, seats: number): number | null {
  if (fees.fee === null && fees.user_fee === null) return null;
  if (fees.fee && fees.fee_unit) return null;
  if ('monthly' in fees) {
    // Rounded once, not for each user.
    return Math.round(((fees.annual_fee ?? 0) + (fees.annual_user_fee ?? 0) * seats) / 12);
  }
  return (fees.fee ?? 0) + (fees.user_fee ?? 0) * seats;
}

/** What the prices call a user. Null for "user", and if they differ in it. */
export function findUserUnit(prices: Pick<Fees, 'user_fee' | 'user_fee_unit'>[]): string | null {
  const [unit, ...others] = new Set(prices.flatMap((price) => (price.user_fee ? price.user_fee_unit : [])));
  return others.length > 0 ? null : (unit ?? null);
}
