import { expect, test } from 'vitest';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';
import { createPrice } from '@/tools/testing/contract-fixtures';
import {
  getAccountPeriod,
  getFeePeriod,
  hasAnnualPrice,
  hasSamePrice,
  isPriced,
  listBillingPeriods,
  selectBillingPeriod,
  toShownPrice,
} from './price';

test.each<[string, Partial<Price>, BillingPeriod, BillingPeriod[]]>([
  ['on request', {}, 'month', []],
  ['in words', { price_text: '€1 an hour' }, 'month', []],
  ['free', { fee: 0 }, 'month', ['month', 'year']],
  ['per month', { fee: 900 }, 'month', ['month']],
  ['per month and year', { fee: 900, annual_fee: 8964 }, 'month', ['month', 'year']],
  [
    'per year only for the account, not for users',
    { fee: 900, user_fee: 1, annual_fee: 8964 },
    'month',
    ['month'],
  ],
  ['free for the account', { fee: 0, user_fee: 1, annual_user_fee: 10 }, 'month', ['month', 'year']],
  ['only per year', { annual_fee: 900 }, 'month', ['year']],
  ['of an app with prices per year', { fee: 900 }, 'year', ['year']],
])('the periods of a price: %s', (_, fields, app, periods) => {
  expect(listBillingPeriods(createPrice(fields), app)).toEqual(periods);
  expect(isPriced(createPrice(fields))).toBe(periods.length > 0);
});

test('an account keeps its period if it can', () => {
  expect(selectBillingPeriod(['month', 'year'], 'year')).toBe('year');
  expect(selectBillingPeriod(['month'], 'year')).toBe('month');
  expect(selectBillingPeriod([], 'year')).toBeNull();
  expect(getAccountPeriod(null, 'month')).toBe('month');
  expect(getAccountPeriod('month', 'year')).toBe('year');
  expect(getFeePeriod(createPrice({ fee: 1 }), 'year', 'month')).toBe('month');
  expect(getFeePeriod(createPrice({ annual_fee: 1 }), 'month', 'month')).toBeNull();
});

test.each<[string, Partial<Price>, (number | null)[]]>([
  ['per month', { fee: 900 }, [900, 10_800, 900]],
  ['per month and year', { fee: 900, annual_fee: 8600 }, [900, 8600, 717]],
  ['only per year', { annual_fee: 8600 }, [null, 8600, 717]],
  ['free', { fee: 0 }, [0, 0, 0]],
  ['free per month only', { fee: 0, annual_fee: 1200 }, [0, 1200, 100]],
  ['on request', {}, [null, null, null]],
])('the fee for the period that is shown: %s', (_, fields, fees) => {
  const price = createPrice(fields);
  const show = (billed: BillingPeriod, shown: BillingPeriod) =>
    toShownPrice(price, { app: 'month', billed, shown }).fee;
  expect([show('month', 'month'), show('year', 'year'), show('year', 'month')]).toEqual(fees);
});

test('a price has another one for a year if it has annual fees for all that it charges', () => {
  const has = (fields: Partial<Price>) => hasAnnualPrice(createPrice(fields));
  expect(has({ fee: 900, annual_fee: 8600 })).toBe(true);
  expect([has({ fee: 900 }), has({ fee: 0, annual_fee: 0 })]).toEqual([false, false]);
  expect(has({ fee: 900, user_fee: 100, annual_fee: 8600 })).toBe(false);
});

test('prices are the same if all of their fields are', () => {
  const price = createPrice({ fee: 900 });
  expect(hasSamePrice(price, { ...price })).toBe(true);
  expect(hasSamePrice(price, { ...price, fee_unit: 'site' })).toBe(false);
  expect([hasSamePrice(null, price), hasSamePrice(null, null)]).toEqual([false, true]);
});
