import { expect, test } from 'vitest';
import type { Price } from '@/lib/contract/versions';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { comparePrices, isPriceHigher, subtractPrices } from './compare-prices';

test('prices are in the order of what one user pays, those without fees last', () => {
  const prices = [{}, { fee: 500, user_fee: 500 }, { price_text: '1 %' }, { fee: 0 }, { user_fee: 900 }];
  expect(
    prices
      .map(createPrice)
      .toSorted(comparePrices)
      .map(({ fee, user_fee }) => [fee, user_fee]),
  ).toEqual([
    [0, null],
    [null, 900],
    [500, 500],
    [null, null],
    [null, null],
  ]);
});

test.each<[string, Partial<Price>, Partial<Price>, (number | null)[]]>([
  ['fees', { fee: 900 }, { fee: 500, user_fee: 100 }, [-400, 100, null, null]],
  ['annual fees', { fee: 9, annual_fee: 90 }, { fee: 8, annual_fee: 80 }, [-1, 0, -10, 0]],
  ['free, which is sold for a year too', { fee: 0 }, { fee: 8, annual_fee: 80 }, [8, 0, 80, 0]],
  [
    'an annual fee that is not that of all users',
    { fee: 9, user_fee: 1, annual_fee: 90 },
    { fee: 8, annual_fee: 80 },
    [-1, -1, null, null],
  ],
  ['on request', {}, { fee: 900 }, [null, null, null, null]],
  ['another unit', { fee: 1 }, { fee: 2, fee_unit: 'site' }, [null, 0, null, null]],
])('the difference of prices: %s', (_, before, after, difference) => {
  const { fee, user_fee, annual_fee, annual_user_fee } = subtractPrices(
    createPrice(before),
    createPrice(after),
    'month',
  );
  expect([fee, user_fee, annual_fee, annual_user_fee]).toEqual(difference);
});

test.each<[string, Partial<Price>, Partial<Price>, boolean]>([
  ['the same', { fee: 900 }, { fee: 900 }, false],
  ['lower', { fee: 900 }, { fee: 800 }, false],
  ['higher', { fee: 900 }, { fee: 901 }, true],
  ['higher for users', { fee: 900 }, { fee: 800, user_fee: 1 }, true],
  ['higher for a year only', { fee: 900, annual_fee: 90 }, { fee: 900, annual_fee: 91 }, false],
  ['another unit', { fee: 900, fee_unit: 'site' }, { fee: 900, fee_unit: 'outlet' }, true],
  ['on request', { fee: 900 }, {}, true],
  ['no longer on request', {}, { fee: 0 }, true],
  ['in the same words', { price_text: '1 %' }, { price_text: '1 %' }, false],
  ['in other words', { price_text: '1 %' }, { price_text: '2 %' }, true],
  ['no longer sold for the period', { fee: 900 }, { annual_fee: 900 }, true],
])('a price per month is higher or can’t be compared: %s', (_, before, after, isHigher) => {
  const periods = { app: 'month', billed: 'month' } as const;
  expect(isPriceHigher(createPrice(before), createPrice(after), periods)).toBe(isHigher);
});
