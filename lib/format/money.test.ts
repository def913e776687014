import { expect, test } from 'vitest';
import { formatMajor, formatMoney, formatMoneyChange, formatMoneyToParts, minorUnitsPerMajor } from './money';

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
])('formats %s %s %i as %s', (locale, currency, minor, text) => {
  expect(formatMoney(locale, currency, minor)).toBe(text);
});

test.each(['en', 'en-AU', 'en-CA', 'en-GB', 'en-IN', 'de', 'de-CH', 'ar', 'ar-EG', 'ar-MA'])(
  'no two currencies look the same in %s',
  (locale) => {
    const seen = new Map<string, string>();
    const same = Intl.supportedValuesOf('currency').filter((currency) => {
      const { before, after } = formatMoneyToParts(locale, currency, 100_000);
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
  expect(formatMoneyChange('en', 'USD', minor)).toBe(text);
});

test.each([
  ['EUR', 0.18, '€0.18'],
  ['USD', 0.0075, '$0.0075'],
  ['USD', 20, '$20'],
  ['CAD', 0.5, 'CA$0.50'],
])('formats %s %d as %s', (currency, amount, text) => {
  expect(formatMajor(currency, amount)).toBe(text);
});

test('minor units depend on the currency', () => {
  expect([minorUnitsPerMajor('USD'), minorUnitsPerMajor('JPY'), minorUnitsPerMajor('KWD')]).toEqual([
    100, 1, 1000,
  ]);
});

test('formats an amount to parts', () => {
  expect(formatMoneyToParts('en', 'USD', 123450)).toEqual({
    before: '$',
    whole: '1,234',
    fraction: '.50',
    after: '',
  });
  expect(formatMoneyToParts('de', 'EUR', 800)).toEqual({
    before: '',
    whole: '8',
    fraction: '',
    after: '\u00a0€',
  });
});
