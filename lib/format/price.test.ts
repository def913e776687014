import { expect, test } from 'vitest';
import {
  calculateAnnualSaving,
  calculateTotal,
  describePrice,
  formatAnnualPrice,
  formatPrice,
  type PriceFormatOptions,
  type PriceMessages,
  toAnnualPrice,
  toShownPrice,
} from './price';

const messages: PriceMessages = {
  free: 'Free',
  onRequest: 'Price on request',
  user: 'user',
  perUnit: (amount, unit) => `${amount} per ${unit}`,
  sum: (base, perUser) => `${base} + ${perUser}`,
  inPeriod: (price, period) => `${price} / ${period}`,
  orAnnually: (price) => `or ${price} per year`,
  billedAnnually: (price) => `billed annually, ${price} per year`,
  billedMonthly: 'billed monthly',
};
const options: PriceFormatOptions = { locale: 'en', currency: 'USD', period: 'month', messages };

test.each([
  [0, null, 'Free'],
  [0, 0, 'Free'],
  [null, 0, 'Free'],
  [null, null, 'Price on request'],
  [null, 800, '$8 per user / month'],
  [0, 800, '$8 per user / month'],
  [2000, null, '$20 / month'],
  [2000, 0, '$20 / month'],
  [2000, 800, '$20 + $8 per user / month'],
])('formats fee %s and user fee %s as %s', (fee, user_fee, text) => {
  expect(formatPrice({ fee, user_fee }, options)).toBe(text);
});

test.each([
  [{ fee: 1800, user_fee: null, fee_unit: 'site' }, '$18 per site / month'],
  [{ fee: null, user_fee: 800, user_fee_unit: 'editor' }, '$8 per editor / month'],
  [
    { fee: 1800, user_fee: 800, fee_unit: 'site', user_fee_unit: 'editor' },
    '$18 per site + $8 per editor / month',
  ],
  [{ fee: 0, user_fee: null, fee_unit: 'site' }, 'Free'],
  [{ fee: null, user_fee: null, price_text: '1% up to $99' }, '1% up to $99'],
])('formats a price with units: %o', (fees, text) => {
  expect(formatPrice(fees, options)).toBe(text);
});

test('formats a yearly price', () => {
  expect(formatPrice({ fee: 9600, user_fee: null }, { ...options, period: 'year' })).toBe('$96 / year');
});

test.each([
  ['the fee', { fee: 900, user_fee: null, annual_fee: 8600, annual_user_fee: null }, 'or $86 per year'],
  [
    'the fee per unit',
    { fee: 900, user_fee: null, fee_unit: 'site', annual_fee: 8600, annual_user_fee: null },
    'or $86 per site per year',
  ],
  [
    'both fees',
    { fee: 900, user_fee: 500, annual_fee: 8600, annual_user_fee: 4800 },
    'or $86 + $48 per user per year',
  ],
  ['no annual price', { fee: 900, user_fee: null, annual_fee: null, annual_user_fee: null }, null],
  ['only one of two', { fee: 900, user_fee: 500, annual_fee: null, annual_user_fee: 4800 }, null],
  ['a free plan', { fee: 0, user_fee: null, annual_fee: 0, annual_user_fee: null }, null],
])('formats the annual price of %s', (_, fees, text) => {
  expect(formatAnnualPrice(fees, options)).toBe(text);
});

test('describes a price with its parts', () => {
  expect(describePrice({ fee: null, user_fee: 1250 }, options)).toEqual({
    kind: 'amounts',
    base: null,
    perUser: {
      minor: 1250,
      text: '$12.50',
      parts: { before: '$', whole: '12', fraction: '.50', after: '' },
    },
  });
});

test('calculates the total for a number of seats', () => {
  expect(calculateTotal({ fee: 2000, user_fee: 800 }, 5)).toBe(6000);
  expect(calculateTotal({ fee: null, user_fee: 800 }, 5)).toBe(4000);
  expect(calculateTotal({ fee: 0, user_fee: null }, 5)).toBe(0);
  expect(calculateTotal({ fee: null, user_fee: null }, 5)).toBeNull();
  expect(calculateTotal({ fee: 1800, user_fee: 800, fee_unit: 'site' }, 5)).toBeNull();
  expect(calculateTotal({ fee: 0, user_fee: 800, fee_unit: 'site' }, 5)).toBe(4000);
  expect(calculateTotal({ fee: null, user_fee: 800, user_fee_unit: 'editor' }, 5)).toBe(4000);
});

test('a price with annual billing is per month, and the total is rounded once', () => {
  const price = { fee: 900, user_fee: 100, annual_fee: 8600, annual_user_fee: 1000 };
  const annual = toAnnualPrice(price);
  expect(annual).toMatchObject({ fee: 717, user_fee: 83, monthly: { fee: 900, user_fee: 100 } });
  // 8600 and 1000 × 60 per year.
  expect(calculateTotal(annual, 60)).toBe(5717);
  expect(formatAnnualPrice(annual, options)).toBe('billed annually, $86 + $10 per user per year');
  expect(calculateAnnualSaving(price, 1)).toBeCloseTo(0.2);
  expect(calculateAnnualSaving({ ...price, annual_fee: 10_800, annual_user_fee: 1200 }, 1)).toBeNull();
  const monthly = { fee: 900, user_fee: null, annual_fee: null, annual_user_fee: null };
  expect(toAnnualPrice(monthly)).toBe(monthly);
  expect(formatAnnualPrice(monthly, { ...options, annual: true })).toBe('billed monthly');
});

test('a price is shown for the period of a total', () => {
  const price = { fee: 900, user_fee: null, annual_fee: 8600, annual_user_fee: null };
  const show = (billed: 'month' | 'year', shown: 'month' | 'year') =>
    toShownPrice(price, { billed, shown, period: 'month' }).fee;
  expect([show('month', 'month'), show('month', 'year'), show('year', 'year')]).toEqual([900, 10_800, 8600]);
  const none = { fee: null, user_fee: 0, annual_fee: null, annual_user_fee: 0 };
  expect(toShownPrice(none, { billed: 'year', shown: 'year', period: 'month' })).toMatchObject({
    fee: null,
    user_fee: 0,
  });
});
