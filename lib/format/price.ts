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
export interface AnnualFees extends Fees {
  annual_fee: number | null;
  annual_user_fee: number | null;
}

export interface PriceFormatOptions {
  locale: string;
  currency: string;
  period: BillingPeriod;
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

/** Localized texts around the amounts. */
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
}

/** Combines two fees: both null is "on request" or a price in words, no amount above zero is "free". */
export function describePrice(fees: Fees, { locale, currency }: PriceFormatOptions): Price {
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

/** Formats a price as one line of text. */
export function formatPrice(fees: Fees, options: PriceFormatOptions, messages: PriceMessages): string {
  const price = describePrice(fees, options);
  if (price.kind === 'free') return messages.free;
  if (price.kind === 'on_request') return messages.onRequest;
  if (price.kind === 'text') return price.text;
  const amounts = joinAmounts(price.base?.text ?? null, price.perUser?.text ?? null, fees, messages);
  return messages.inPeriod(amounts, options.period);
}

/**
 * The price with annual billing: `or $86 per year`. Null if there is none, if it is free, or if only one of the two fees has
 * an annual price.
 */
export function formatAnnualPrice(
  fees: AnnualFees,
  options: PriceFormatOptions,
  messages: PriceMessages,
): string | null {
  const { annual_fee, annual_user_fee } = fees;
  if ((fees.fee && annual_fee === null) || (fees.user_fee && annual_user_fee === null)) return null;
  const price = describePrice({ fee: annual_fee, user_fee: annual_user_fee }, options);
  if (price.kind !== 'amounts') return null;
  return messages.orAnnually(
    joinAmounts(price.base?.text ?? null, price.perUser?.text ?? null, fees, messages),
  );
}

/**
 * The total per billing period for `seats` users, in minor units. Null for a price on request, and for a fee that is charged
 * per something else than users.
 */
export function calculateTotal(fees: Fees, seats: number): number | null {
  if (fees.fee === null && fees.user_fee === null) return null;
  if (fees.fee && fees.fee_unit) return null;
  return (fees.fee ?? 0) + (fees.user_fee ?? 0) * seats;
}
