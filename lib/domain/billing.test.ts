import { expect, test } from 'vitest';
import {
  computeTotal,
  getAccountPeriod,
  getAddOnPeriod,
  listBillingPeriods,
  selectBillingPeriod,
} from './billing';

const none = {
  fee: null,
  userFee: null,
  feeUnit: null,
  userFeeUnit: null,
  annualFee: null,
  annualUserFee: null,
  priceText: null,
};
const monthly = { billingPeriod: 'month' } as const;
const yearly = { billingPeriod: 'year' } as const;

test.each([
  ['on request', none, monthly, []],
  ['in words', { ...none, priceText: '€1 an hour' }, monthly, []],
  ['free', { ...none, fee: 0 }, monthly, ['month', 'year']],
  ['per month', { ...none, fee: 900 }, monthly, ['month']],
  ['per month and year', { ...none, fee: 900, annualFee: 8964 }, monthly, ['month', 'year']],
  [
    'per year only for the account, not for users',
    { ...none, fee: 900, userFee: 1, annualFee: 8964 },
    monthly,
    ['month'],
  ],
  ['free for the account', { ...none, fee: 0, userFee: 1, annualUserFee: 10 }, monthly, ['month', 'year']],
  ['only per year', { ...none, annualFee: 900 }, monthly, ['year']],
  ['of an app with prices per year', { ...none, fee: 900 }, yearly, ['year']],
] as const)('the periods of a price: %s', (_, price, app, periods) => {
  expect(listBillingPeriods(price, app)).toEqual(periods);
});

test('an account keeps its period if it can', () => {
  expect(selectBillingPeriod(['month', 'year'], 'year')).toBe('year');
  expect(selectBillingPeriod(['month'], 'year')).toBe('month');
  expect(selectBillingPeriod([], 'year')).toBeNull();
  expect(getAccountPeriod(null, monthly)).toBe('month');
  expect(getAccountPeriod({ billingPeriod: 'month' }, yearly)).toBe('year');
  expect(getAddOnPeriod({ ...none, fee: 1 }, 'year', monthly)).toBe('month');
  expect(getAddOnPeriod({ ...none, annualFee: 1 }, 'month', monthly)).toBeNull();
});

test('a total adds fees, multiplies them by quantities, counts a monthly price twelve times in a year, and leaves out what it can’t count', () => {
  const items = [
    { id: 'plan', price: { ...none, fee: 5900, userFee: 1200, annualFee: 58_764, annualUserFee: 11_952 } },
    { id: 'free', price: { ...none, fee: 0 } },
    { id: 'monthly', price: { ...none, fee: 100, userFee: 2 } },
    { id: 'per outlet', price: { ...none, fee: 1900, feeUnit: 'outlet', annualFee: 18_924 } },
    { id: 'request', price: none },
  ];
  const total = (billingPeriod: 'month' | 'year', users: number) =>
    computeTotal(items, { billingPeriod, users, app: monthly });
  expect(total('month', 3)).toEqual({
    billingPeriod: 'month',
    users: 3,
    fee: 6000,
    userFee: 1202,
    amount: 6000 + 3 * 1202,
    notIncluded: ['per outlet', 'request'],
  });
  expect(total('year', 1)).toMatchObject({ fee: 58_764 + 1200, userFee: 11_952 + 24 });
  const perSeat = {
    id: 'seats',
    price: { ...none, fee: 4500, feeUnit: 'seat', annualFee: 45_000 },
    quantity: 3,
  };
  const seats = (period: 'month' | 'year') =>
    computeTotal([perSeat], { billingPeriod: period, users: 10, app: monthly });
  expect(seats('month')).toMatchObject({ fee: 13_500, amount: 13_500, notIncluded: [] });
  expect(seats('year')).toMatchObject({ fee: 135_000 });
  expect(computeTotal([], { billingPeriod: 'year', users: 1, app: yearly })).toMatchObject({ amount: 0 });
});
