import { formatMoney, formatMoneyToParts, type MoneyParts } from './money';

type BillingPeriod = 'month' | 'year';

/** Fees as in the API: minor units, null for "not priced". */
export interface Fees {
  fee: number | null;
  user_fee: number | null;
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
  | { kind: 'amounts'; base: Amount | null; perUser: Amount | null; period: BillingPeriod };

/** Localized texts around the amounts. */
export interface PriceMessages {
  free: string;
  onRequest: string;
  /** `$20` → `$20 / month` */
  base: (amount: string, period: BillingPeriod) => string;
  /** `$8` → `$8 per user / month` */
  perUser: (amount: string, period: BillingPeriod) => string;
  /** `$20`, `$8` → `$20 + $8 per user / month` */
  both: (base: string, perUser: string, period: BillingPeriod) => string;
}

/** Combines two fees: both null is "on request", no amount above zero is "free". */
export function describePrice(fees: Fees, { locale, currency, period }: PriceFormatOptions): Price {
  if (fees.fee === null && fees.user_fee === null) return { kind: 'on_request' };
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
  return base || perUser ? { kind: 'amounts', base, perUser, period } : { kind: 'free' };
}

/** Formats a price as one line of text. */
export function formatPrice(fees: Fees, options: PriceFormatOptions, messages: PriceMessages): string {
  const price = describePrice(fees, options);
  if (price.kind === 'free') return messages.free;
  if (price.kind === 'on_request') return messages.onRequest;
  const [base, perUser] = [price.base?.text, price.perUser?.text];
  if (base && perUser) return messages.both(base, perUser, price.period);
  return perUser ? messages.perUser(perUser, price.period) : messages.base(base ?? '', price.period);
}

/** The total per billing period for `seats` users, in minor units. Null for a price on request. */
export function calculateTotal(fees: Fees, seats: number): number | null {
  if (fees.fee === null && fees.user_fee === null) return null;
  return (fees.fee ?? 0) + (fees.user_fee ?? 0) * seats;
}
