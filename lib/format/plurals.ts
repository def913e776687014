import { getCachedFormatter } from './cached-formatter';

type PluralForms<T> = Partial<Record<Intl.LDMLPluralRule, T>> & { other: T };

/** `A, B and C` */
export function formatList(locale: string, items: readonly string[]): string {
  return getCachedFormatter(
    `list ${locale}`,
    () => new Intl.ListFormat(locale, { type: 'conjunction', style: 'long' }),
  ).format(items);
}

export type CountFormatter = ReturnType<typeof createCountFormatter>;

/** Formats numbers (`1,204`) and selects plural forms, of which English has two and Arabic six. */
export function createCountFormatter(locale: string) {
  return getCachedFormatter(`count ${locale}`, () => {
    const numbers = new Intl.NumberFormat(locale);
    const rules = new Intl.PluralRules(locale);
    return {
      count: (n: number) => numbers.format(n),
      plural: <T>(n: number, forms: PluralForms<T>): T => forms[rules.select(n)] ?? forms.other,
    };
  });
}

/** `0.17` → `17%`. Rounded down, so that it does not promise too much. */
export function formatPercent(locale: string, part: number): string {
  return getCachedFormatter(
    `percent ${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'percent' }),
  ).format(Math.floor(part * 100 + 1e-9) / 100);
}

/** The period of an amount in English: `a month`, `an hour`, `every 3 months`. */
export function formatPeriod(period: string): string {
  if (/^\d/.test(period)) return `every ${period}`;
  return `${/^(hour|[aeio])/.test(period) ? 'an' : 'a'} ${period}`;
}

/** The parts of a period: `{ count: 3, name: 'month' }` for `3 months`. A count of 1 for `month`. */
export function parsePeriod(period: string): { count: number; name: string } {
  const [, count, name] = /^(\d+)\s+(.+?)s?$/.exec(period) ?? [];
  return count && name ? { count: Number(count), name } : { count: 1, name: period };
}
