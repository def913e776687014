import type { AmountWithUnit } from './amount';
import { getCachedFormatter } from './cached-formatter';
import { formatNumber } from './localized-amount';
import { parsePeriod } from './plurals';
import { selectForm, type UnitForms } from './unit-forms';

/**
 * Formats an amount in any language, with the texts of its units by plural category: `1.000 Nachrichten/Monat`. A unit
 * without a text stays. Returns null for a period that the language has no name for.
 */
export function formatTranslatedAmount(
  language: string,
  { amount, unit, period }: Pick<AmountWithUnit, 'unit' | 'period'> & { amount: number },
  units: Record<string, UnitForms>,
): string | null {
  const [noun = '', ...shares] = unit?.split('/') ?? [];
  const toUnit = (name: string, n: number) => selectForm(language, units[name], n) ?? name;
  const ends = shares.map((share) => toUnit(share, 1));
  if (period !== null) {
    const name = formatPeriodName(language, period);
    if (name === null) return null;
    ends.push(name);
  }
  const isPercent = noun === '%';
  const number = isPercent
    ? formatNumber(language, amount / 100, { style: 'percent' })
    : formatNumber(language, amount);
  const start = noun === '' || isPercent ? number : `${number} ${toUnit(noun, amount)}`;
  return [start, ...ends].join('/');
}

const periodNames = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year']);

/** `Monat`, `3 Monate`. Null for a period that is none of Intl. */
export function formatPeriodName(language: string, period: string): string | null {
  const { count, name } = parsePeriod(period);
  if (!periodNames.has(name)) return null;
  const format = getCachedFormatter(
    `period ${language} ${name}`,
    () => new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }),
  );
  if (count > 1) return format.format(count);
  const parts = format.formatToParts(1).filter(({ type }) => type === 'unit');
  return parts.map(({ value }) => value).join('') || null;
}
