import { codes, code as findCurrency } from 'currency-codes';
import { expect, test } from 'vitest';
import {
  formatDecimal,
  formatMajor,
  formatMoney,
  formatMoneyChange,
  formatMoneyToParts,
  minorUnitsPerMajor,
} from './money';

const of = (currency: string) => ({ currency, currency_digits: findCurrency(currency)?.digits ?? 2 });

test.each([
  ['en', 'USD', 800, '$8'],
  ['en', 'USD', 1250, '$12.50'],
  ['en', 'USD', 0, '$0'],
  ['en', 'USD', 123456700, '$1,234,567'],
  ['en-GB', 'USD', 800, '$8'],
  ['en', 'EUR', 899, '€8.99'],
  ['en', 'JPY', 1200, '¥1,200'],
  ['en', 'KWD', 12500, 'KWD\u00a012.500'],
  ['en', 'KWD', 12000, 'KWD\u00a012'],
  ['de', 'EUR', 1250, '12,50\u00a0€'],
  ['en', 'CAD', 800, 'CA$8'],
  ['en', 'AUD', 800, 'A$8'],
  ['en', 'MXN', 800, 'MX$8'],
  ['en-AU', 'AUD', 800, 'A$8'],
  ['en-CA', 'USD', 800, '$8'],
  ['en', 'CNY', 800, 'CN¥8'],
  ['en', 'SEK', 800, 'SEK\u00a08'],
  ['en', 'PLN', 800, 'zł\u00a08'],
  ['de', 'CAD', 800, '8\u00a0CA$'],
  // Engines have no decimals for it.
  ['en', 'HUF', 99050, 'Ft\u00a0990.50'],
  ['en', 'USD', Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
  ['en', 'USD', Number.MAX_SAFE_INTEGER - 1, '$90,071,992,547,409.90'],
])('formats %s %s %i as %s', (locale, currency, minor, text) => {
  expect(formatMoney(locale, of(currency), minor)).toBe(text);
});

test.each(['en', 'en-AU', 'en-CA', 'en-GB', 'en-IN', 'de', 'de-CH', 'ar', 'ar-EG', 'ar-MA'])(
  'no two currencies look the same in %s',
  (locale) => {
    const seen = new Map<string, string>();
    const same = codes().filter((currency) => {
      const { before, after } = formatMoneyToParts(locale, of(currency), 100_000);
      const symbol = (before + after).trim();
      if (seen.has(symbol)) return true;
      seen.set(symbol, currency);
      return false;
    });
    expect(same).toEqual([]);
  },
);

test.each([
  [400, '+$4'],
  [-1250, '−$12.50'],
  [0, '$0'],
])('formats a change of %i as %s', (minor, text) => {
  expect(formatMoneyChange('en', of('USD'), minor)).toBe(text);
});

test.each([
  ['EUR', 0.18, '€0.18'],
  ['USD', 0.0075, '$0.0075'],
  ['USD', 20, '$20'],
  ['CAD', 0.5, 'CA$0.50'],
])('formats %s %d as %s', (currency, amount, text) => {
  expect(formatMajor(of(currency), amount)).toBe(text);
});

test('minor units depend on the currency', () => {
  expect(['USD', 'JPY', 'KWD'].map((currency) => minorUnitsPerMajor(of(currency)))).toEqual([100, 1, 1000]);
});

test('formats an amount to parts', () => {
  expect(formatMoneyToParts('en', of('USD'), 123450)).toEqual({
    before: '$',
    whole: '1,234',
    fraction: '.50',
    after: '',
  });
  expect(formatMoneyToParts('de', of('EUR'), 800)).toEqual({
    before: '',
    whole: '8',
    fraction: '',
    after: '\u00a0€',
  });
});

test.each([
  ['USD', 1250, '12.50'],
  ['USD', 5, '0.05'],
  ['USD', -1205, '-12.05'],
  ['JPY', 1200, '1200'],
  ['KWD', 12, '0.012'],
  ['EUR', 9_007_199_254_740_990, '90071992547409.90'],
])('formats %s %i as the decimal number %s', (currency, minor, text) => {
  expect(formatDecimal(of(currency), minor)).toBe(text);
});

test('amounts are the same on each engine: all digits, or none of a whole amount', () => {
  const written = codes().map((code) => {
    const { currency_digits } = of(code);
    const format = (minor: number) => formatMoney('en', of(code), minor).replace(/^\D+/, '');
    return [code, format(1_234_567 * 10 ** currency_digits), format(1_234_567 * 10 ** currency_digits + 1)];
  });
  expect(written).toEqual(
    codes().map((code) => {
      const digits = of(code).currency_digits;
      const next = digits === 0 ? '1,234,568' : `1,234,567.${'1'.padStart(digits, '0')}`;
      return [code, '1,234,567', next];
    }),
  );
});
