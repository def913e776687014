import { type AmountWithUnit, pluralizeUnit } from './amount';
import { getCachedFormatter } from './cached-formatter';
import { formatPeriod } from './plurals';

/** Localized texts around an amount. */
interface AmountMessages {
  unlimited: string;
  /** `message`, 5 → `messages`. Units are words of the catalog: those without a translation stay. */
  unit: (unit: string, n: number) => string;
  /** `5 documents`, `user` → `5 documents per user` */
  perShare: (quantity: string, unit: string) => string;
  /** `100 messages`, `month` → `100 messages a month`. The period may have a number: `3 months`. */
  inPeriod: (quantity: string, period: string) => string;
}

export interface AmountFormatOptions {
  locale: string;
  messages: AmountMessages;
  /** Writes a plus sign, for an amount that is added to another: `+10 GB`. */
  signed?: boolean;
}

/** What a version includes of a feature, as in the API. */
export interface Content extends AmountWithUnit {
  /** English text for a feature without an amount, such as `Full`. */
  value: string | null;
}

export function hasAmount({ amount, unlimited }: Pick<AmountWithUnit, 'amount' | 'unlimited'>): boolean {
  return unlimited || amount !== null;
}

/** Whether an add-on with the amount adds nothing. 0 % of a cost is the best. */
export function isNothing(
  { amount, unlimited, unit }: Pick<AmountWithUnit, 'amount' | 'unlimited' | 'unit'>,
  better: 'higher' | 'lower' | null,
): boolean {
  return amount === 0 && !unlimited && !(unit === '%' && better === 'lower');
}

export function isSameContent(a: Content, b: Content): boolean {
  if (hasAmount(a) !== hasAmount(b)) return false;
  return hasAmount(a)
    ? a.amount === b.amount && a.unlimited === b.unlimited && hasSameUnit(a, b)
    : a.value === b.value;
}

/** Whether `upper` is known to be at least `lower`: the same text, or not less of the same unit. */
export function isAtLeast(upper: Content, lower: Content): boolean {
  if (isSameContent(upper, lower)) return true;
  if (!hasAmount(upper) || !hasAmount(lower) || !hasSameUnit(upper, lower)) return false;
  return upper.unlimited || (!lower.unlimited && (upper.amount ?? 0) >= (lower.amount ?? 0));
}

/** Whether a content is as good for an account as another one. If it is not known which amount is better, only the same is. */
export function isAsGood(
  content: Content,
  other: Content,
  { better_amount: better }: { better_amount: 'higher' | 'lower' | null },
): boolean {
  if (better === null) return isSameContent(content, other);
  return better === 'lower' ? isAtLeast(other, content) : isAtLeast(content, other);
}

/** Whether neither of two contents is known to be better. */
export function isIncomparable(
  a: Content,
  b: Content,
  feature: { better_amount: 'higher' | 'lower' | null },
): boolean {
  return !isAsGood(a, b, feature) && !isAsGood(b, a, feature);
}

function hasSameUnit(a: AmountWithUnit, b: AmountWithUnit): boolean {
  return a.unit === b.unit && a.period === b.period;
}

/** `1,000 messages a month`, `Unlimited`, or the text `Full`. It is null for a feature that is only included. */
export function formatContent(content: Content, options: AmountFormatOptions): string | null {
  return hasAmount(content) ? formatLocalizedAmount(content, options) : content.value;
}

function formatLocalizedAmount(
  { amount, unlimited, unit, period }: AmountWithUnit,
  { locale, messages, signed = false }: AmountFormatOptions,
): string {
  if (unlimited || amount === null) return messages.unlimited;
  const [noun = '', ...shares] = unit?.split('/') ?? [];
  let text =
    noun === '%'
      ? formatNumber(locale, amount / 100, { signed, style: 'percent' })
      : formatNumber(locale, amount, { signed });
  if (noun !== '' && noun !== '%') text += ` ${messages.unit(noun, amount)}`;
  for (const share of shares) text = messages.perShare(text, messages.unit(share, 1));
  return period === null ? text : messages.inPeriod(text, period);
}

const english: AmountFormatOptions = {
  locale: 'en',
  messages: {
    unlimited: 'Unlimited',
    unit: pluralizeUnit,
    perShare: (quantity, unit) => `${quantity} per ${unit}`,
    inPeriod: (quantity, period) => `${quantity} ${formatPeriod(period)}`,
  },
};

/** Formats an amount in English: `5 GB`, `1,000 messages a month`, `1 person`, `Unlimited`. */
export const formatAmount = (amount: AmountWithUnit): string => formatLocalizedAmount(amount, english);

/** Both sides of a change. The unit is written once if both have it: `20`, `5 guides`. */
export function formatContentChange(
  from: Content,
  to: Content,
  options: AmountFormatOptions,
): [from: string | null, to: string | null] {
  const sharesUnit = from.amount !== null && to.amount !== null && from.unit !== '%' && hasSameUnit(from, to);
  return [
    sharesUnit && from.amount !== null
      ? formatNumber(options.locale, from.amount)
      : formatContent(from, options),
    formatContent(to, options),
  ];
}

/**
 * Whether the amount already names the feature, so that its title needs no repetition: `400 recipes` for "Recipes". Not for
 * an unlimited amount, which is written without its unit.
 */
export function isNamedByUnit(title: string, { amount, unit }: AmountWithUnit): boolean {
  if (amount === null || unit === null) return false;
  const words = title.trim().toLowerCase();
  return [unit, pluralizeUnit(unit, 2)].some((noun) => noun.toLowerCase() === words);
}

interface NumberOptions {
  signed?: boolean;
  style?: 'decimal' | 'percent';
}

/** Formats a number with at most six decimals. */
export function formatNumber(
  locale: string,
  value: number,
  { signed = false, style = 'decimal' }: NumberOptions = {},
): string {
  const signDisplay = signed ? 'exceptZero' : 'auto';
  return getCachedFormatter(
    `number ${locale} ${style} ${signed}`,
    () => new Intl.NumberFormat(locale, { style, signDisplay, maximumFractionDigits: 6 }),
  ).format(value);
}
