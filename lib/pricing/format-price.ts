import type { BillingPeriod } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';
import { type Currency, formatMoney, formatMoneyToParts, type MoneyParts } from '@/lib/format/money';
import {
  getFeePeriod,
  hasAnnualPrice,
  isPriced,
  isSoldPerUnit,
  type PricePeriods,
  selectPricePeriods,
  toShownPrice,
} from './price';

export interface PriceFormatOptions extends Omit<PricePeriods, 'shown'> {
  locale: string;
  currency: Currency;
  messages: PriceMessages;
  /** Period that amounts are for. The default is the one whose fees apply. */
  shown?: BillingPeriod;
}

export interface Amount {
  minor: number;
  text: string;
  parts: MoneyParts;
}

/** A price for display. `amounts` has at least one amount, and amounts are above zero. */
type DescribedPrice =
  | { kind: 'free' }
  | { kind: 'on_request' }
  | { kind: 'text'; text: string }
  | { kind: 'amounts'; base: Amount | null; perUser: Amount | null; period: BillingPeriod };

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
  /** "from 10 users", "2 to 50 sites", "up to 25 users". `unit` is what the price list calls one, null for "user". */
  bounds: (min: number, max: number | null, unit: string | null) => string;
}

/**
 * Combines two fees: no fees are "on request" or a price in words, no amount above zero is "free". What is not sold for the
 * period has the price of the one that it is sold for.
 */
export function describePrice(
  price: Price,
  { locale, currency, ...options }: PriceFormatOptions,
): DescribedPrice {
  if (!isPriced(price)) {
    return price.price_text ? { kind: 'text', text: price.price_text } : { kind: 'on_request' };
  }
  const { app, billed } = options;
  const asked = options.shown ?? getFeePeriod(price, billed, app) ?? billed;
  const periods = selectPricePeriods(price, { app, billed, shown: asked });
  const { shown } = periods;
  const fees = toShownPrice(price, periods);
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
  return base || perUser ? { kind: 'amounts', base, perUser, period: shown } : { kind: 'free' };
}

type Units = Pick<Price, 'fee_unit' | 'user_fee_unit'>;

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

/** The numbers that a version is sold for, if not for all: "from 10 users". Empty for all. */
export function formatBounds(price: Price, { bounds }: PriceMessages): string {
  const format = (min: number | null | undefined, max: number | null | undefined, unit: string | null) =>
    (min ?? 1) > 1 || max != null ? [bounds(min ?? 1, max ?? null, unit)] : [];
  return [
    ...format(price.min_users, price.max_users, price.user_fee_unit),
    ...(isSoldPerUnit(price) ? format(price.min_quantity, price.max_quantity, price.fee_unit) : []),
  ].join(' · ');
}

export function formatPrice(price: Price, options: PriceFormatOptions): string {
  const bounds = formatBounds(price, options.messages);
  const text = formatFees(price, options);
  return bounds ? `${text} (${bounds})` : text;
}

function formatFees(price: Price, options: PriceFormatOptions): string {
  const { messages } = options;
  const described = describePrice(price, options);
  if (described.kind === 'free') return messages.free;
  if (described.kind === 'on_request') return messages.onRequest;
  if (described.kind === 'text') return described.text;
  const { base, perUser, period } = described;
  return messages.inPeriod(joinAmounts(base?.text ?? null, perUser?.text ?? null, price, messages), period);
}

/**
 * The note about annual billing of a price per month: `or $86 per year`, or `billed annually, $86 per year` if that is chosen.
 * It is null if there is no annual price beside it, or if the price is free.
 */
export function formatAnnualPrice(price: Price, options: PriceFormatOptions): string | null {
  const { messages, billed } = options;
  const described = describePrice(price, options);
  if (described.kind !== 'amounts' || described.period !== 'month') return null;
  if (!hasAnnualPrice(price)) return billed === 'year' ? messages.billedMonthly : null;
  const annual = describePrice(price, { ...options, billed: 'year', shown: 'year' });
  if (annual.kind !== 'amounts') return null;
  const text = joinAmounts(annual.base?.text ?? null, annual.perUser?.text ?? null, price, messages);
  return billed === 'year' ? messages.billedAnnually(text) : messages.orAnnually(text);
}
