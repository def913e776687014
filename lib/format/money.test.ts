import { expect, test } from 'vitest';
import { formatMoney, formatMoneyChange, formatMoneyToParts, minorUnitsPerMajor } from './money';

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
])('formats %s %s %i as %s', (locale, currency, minor, text) => {
  expect(formatMoney(locale, currency, minor)).toBe(text);
});

test.each([
  [400, '+$4'],
  [-1250, '−$12.50'],
  [0, '$0'],
])('formats a change of %i as %s', (minor, text) => {
  expect(formatMoneyChange('en', 'USD', minor)).toBe(text);
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
