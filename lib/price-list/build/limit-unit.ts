import { type AmountWithUnit, singularizeUnit } from '@/lib/format/amount';
import { formatAmount } from '@/lib/format/localized-amount';
import type { ListedLimit } from '../parse/normalize-price-list';
import type { Value } from '../parse/pricing2yaml';
import { findPeriod, splitUnit, toLowerCaseWords } from './billing-unit';

/** pricing4ts and real price lists use numbers from here on for "unlimited". */
const unlimitedThreshold = 100_000_000;

export interface LimitUnit {
  /** Singular: "message", "document/user". */
  unit: string | null;
  /** "month", "3 months". */
  period: string | null;
}

/** Splits the unit of a limit: `calls/month` to 5 calls a month. A period of the limit itself comes first. */
export function parseLimitUnit({ unit, period }: Pick<ListedLimit, 'unit' | 'period'>): LimitUnit {
  const parts = splitUnit(unit);
  // A period that comes first is a duration: the unit of "30 days".
  const start = /^\s*(\/|per\b)/i.test(unit) ? 0 : 1;
  const index = parts.findIndex((part, position) => position >= start && findPeriod(part) !== null);
  const nouns = parts
    .filter((_, position) => position !== index)
    .map((part) => singularizeUnit(toLowerCaseWords(part)));
  const inUnit = index < 0 ? null : findPeriod(parts[index] ?? '');
  return { unit: nouns.join('/') || null, period: period ?? inUnit };
}

/** What a version or an add-on includes of a feature. */
export interface Content {
  value: string | null;
  amount: number | null;
  unlimited: boolean;
}

export const checkMark: Content = { value: null, amount: null, unlimited: false };

export function textContent(value: string): Content {
  return { ...checkMark, value };
}

/** A number with the English text for it. */
export function amountContent(number: number, unit: LimitUnit): Content {
  const amount = toAmount(number, unit);
  return { value: formatAmount(amount), amount: amount.amount, unlimited: amount.unlimited };
}

function toAmount(number: number, { unit, period }: LimitUnit): AmountWithUnit {
  const unlimited = isUnlimited(number);
  return { amount: unlimited ? null : number, unlimited, unit, period };
}

export function isUnlimited(value: Value): boolean {
  return typeof value === 'number' && value >= unlimitedThreshold;
}
