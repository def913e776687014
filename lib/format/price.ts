import { formatMoney, formatMoneyChange, type MoneyParts, moneyParts } from './money';

export type BillingPeriod = 'month' | 'year';

/** Prices as the wire has them: minor units, null for "not priced". */
export interface Fees {
  fee: number | null;
  user_fee: number | null;
}

/** What holds for every price of a list. */
export interface PriceSetting {
  locale: string;
  currency: string;
  period: BillingPeriod;
}

export interface Amount {
  minor: number;
  text: string;
  parts: MoneyParts;
}

/** A price to lay out. `amounts` has at least one of the two, each above zero. */
export type Price =
  | { kind: 'free' }
  | { kind: 'on_request' }
  | { kind: 'amounts'; base: Amount | null; perUser: Amount | null; period: BillingPeriod };

/** The words round the figures, in the reader's language. */
export interface PriceWords {
  free: string;
  onRequest: string;
  /** `$20` → `$20 / month` */
  base: (amount: string, period: BillingPeriod) => string;
  /** `$8` → `$8 per user / month` */
  perUser: (amount: string, period: BillingPeriod) => string;
  /** `$20`, `$8` → `$20 + $8 per user / month` */
  both: (base: string, perUser: string, period: BillingPeriod) => string;
  unchanged: string;
}

/**
 * What two fees say together. Null and 0 never mean the same: nothing priced is "on request", and one of them priced
 * at 0 with nothing above it is free.
 */
export function describePrice(fees: Fees, { locale, currency, period }: PriceSetting): Price {
  if (fees.fee === null && fees.user_fee === null) return { kind: 'on_request' };
  const amount = (minor: number | null): Amount | null =>
    minor
      ? {
          minor,
          text: formatMoney(locale, currency, minor),
          parts: moneyParts(locale, currency, minor),
        }
      : null;
  const base = amount(fees.fee);
  const perUser = amount(fees.user_fee);
  return base || perUser ? { kind: 'amounts', base, perUser, period } : { kind: 'free' };
}

/** A price as one line of text. */
export function formatPrice(fees: Fees, setting: PriceSetting, words: PriceWords): string {
  const price = describePrice(fees, setting);
  if (price.kind === 'free') return words.free;
  if (price.kind === 'on_request') return words.onRequest;
  return phrase(price.base?.text, price.perUser?.text, setting.period, words);
}

/** A difference of prices as text (`+$4 per user / month`); null where either side was not priced. */
export function formatPriceChange(change: Fees, setting: PriceSetting, words: PriceWords): string | null {
  if (change.fee === null && change.user_fee === null) return null;
  const amount = (minor: number | null) =>
    minor ? formatMoneyChange(setting.locale, setting.currency, minor) : undefined;
  const base = amount(change.fee);
  const perUser = amount(change.user_fee);
  return base || perUser ? phrase(base, perUser, setting.period, words) : words.unchanged;
}

function phrase(
  base: string | undefined,
  perUser: string | undefined,
  period: BillingPeriod,
  words: PriceWords,
): string {
  if (base && perUser) return words.both(base, perUser, period);
  return perUser ? words.perUser(perUser, period) : words.base(base ?? '', period);
}

/** What `seats` people pay a period, in minor units; null for a price on request. */
export function totalFor(fees: Fees, seats: number): number | null {
  if (fees.fee === null && fees.user_fee === null) return null;
  return (fees.fee ?? 0) + (fees.user_fee ?? 0) * seats;
}
