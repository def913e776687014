import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Price } from '@/lib/contract/versions';
import { createPrice } from '@/tools/testing/contract-fixtures';
import {
  describePrice,
  formatAnnualPrice,
  formatPrice,
  type PriceFormatOptions,
  type PriceMessages,
} from './format-price';
import { selectPricePeriods, toShownPrice } from './price';
import { computeAmount } from './total';

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
  bounds: (min, max, unit) =>
    max === null ? `from ${min} ${unit ?? 'users'}` : `${min} to ${max} ${unit ?? 'users'}`,
};
const options: PriceFormatOptions = {
  locale: 'en',
  currency: { currency: 'USD', currency_digits: 2 },
  app: 'month',
  billed: 'month',
  messages,
};

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
  expect(formatPrice(createPrice({ fee, user_fee }), options)).toBe(text);
});

test.each<[Partial<Price>, string]>([
  [{ fee: 1800, user_fee: null, fee_unit: 'site' }, '$18 per site / month'],
  [{ fee: null, user_fee: 800, user_fee_unit: 'editor' }, '$8 per editor / month'],
  [
    { fee: 1800, user_fee: 800, fee_unit: 'site', user_fee_unit: 'editor' },
    '$18 per site + $8 per editor / month',
  ],
  [{ fee: 0, user_fee: null, fee_unit: 'site' }, 'Free'],
  [{ fee: null, user_fee: null, price_text: '1% up to $99' }, '1% up to $99'],
])('formats a price with units: %o', (fees, text) => {
  expect(formatPrice(createPrice(fees), options)).toBe(text);
});

test('formats a yearly price', () => {
  const yearly = { ...options, app: 'year', billed: 'year' } as const;
  expect(formatPrice(createPrice({ fee: 9600 }), yearly)).toBe('$96 / year');
});

test.each<[string, Partial<Price>, string | null]>([
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
  expect(formatAnnualPrice(createPrice(fees), options)).toBe(text);
});

test('describes a price with its parts', () => {
  expect(describePrice(createPrice({ user_fee: 1250 }), options)).toEqual({
    kind: 'amounts',
    period: 'month',
    base: null,
    perUser: {
      minor: 1250,
      text: '$12.50',
      parts: { before: '$', whole: '12', fraction: '.50', after: '' },
    },
  });
});

test('states annual billing per month, and the price that is billed', () => {
  const price = createPrice({ fee: 900, user_fee: 100, annual_fee: 8400, annual_user_fee: 900 });
  const perMonth = { ...options, billed: 'year', shown: 'month' } as const;
  expect(formatPrice(price, perMonth)).toBe('$7 + $0.75 per user / month');
  expect(formatAnnualPrice(price, perMonth)).toBe('billed annually, $84 + $9 per user per year');
  expect(formatPrice(price, { ...options, billed: 'year' })).toBe('$84 + $9 per user / year');
  const monthly = createPrice({ fee: 900 });
  expect(formatAnnualPrice(monthly, perMonth)).toBe('billed monthly');
  expect(formatPrice(monthly, { ...options, billed: 'year' })).toBe('$9 / month');
  expect(formatPrice(monthly, { ...options, billed: 'year', shown: 'year' })).toBe('$108 / year');
});

test('a price that is not sold for the period is that of the other one', () => {
  const annual = createPrice({ annual_fee: 8600 });
  expect(formatPrice(annual, { ...options, shown: 'month' })).toBe('$86 / year');
  expect(formatAnnualPrice(annual, options)).toBeNull();
});

test.each([
  // Not multiplied: a twelfth is rounded.
  [{ fee: 1000, annual_fee: 10_000 }, '$8.33 / month'],
  [{ user_fee: 800, annual_user_fee: 7800 }, '$6.50 per user / month'],
  [{ user_fee: 800, annual_user_fee: 8600 }, '$86 per user / year'],
  [{ fee: 2000, annual_fee: 20_000, user_fee: 800, annual_user_fee: 7800 }, '$200 + $78 per user / year'],
  [{ fee: 1800, fee_unit: 'site', annual_fee: 17_000 }, '$170 per site / year'],
  [{ fee: null, annual_fee: 12_000 }, '$10 / month'],
])('an annual price that is multiplied is shown for the period in which it adds up: %o', (fields, text) => {
  expect(formatPrice(createPrice(fields), { ...options, billed: 'year', shown: 'month' })).toBe(text);
});

test('what is shown for one adds up to what is shown for all, for any annual price and number of users', () => {
  const amount = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(fc.option(amount), amount, fc.integer({ min: 1, max: 40 }), (fee, userFee, users) => {
      const base = fee === null ? {} : { fee: 1, annual_fee: fee };
      const price = createPrice({ ...base, user_fee: 1, annual_user_fee: userFee });
      const periods = selectPricePeriods(price, { app: 'month', billed: 'year', shown: 'month' });
      const shown = toShownPrice(price, periods);
      const sum = (shown.fee ?? 0) + (shown.user_fee ?? 0) * users;
      expect(sum).toBe(computeAmount([{ price }], { ...periods, users }));
    }),
    { numRuns: 1000 },
  );
});
