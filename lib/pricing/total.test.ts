import { expect, test } from 'vitest';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { toVersionPrice } from './price';
import { computeAmount, computeAnnualSaving, computeTotal, subtractAmounts } from './total';

const item = (id: string, fields: Partial<Price>) => ({ id, price: createPrice(fields) });

test('a total adds fees, multiplies them by quantities, counts a monthly price twelve times in a year, and leaves out what it can’t count', () => {
  const items = [
    item('plan', { fee: 5900, user_fee: 1200, annual_fee: 58_764, annual_user_fee: 11_952 }),
    item('free', { fee: 0 }),
    item('monthly', { fee: 100, user_fee: 2 }),
    item('per outlet', { fee: 1900, fee_unit: 'outlet', annual_fee: 18_924 }),
    item('request', {}),
    item('in words', { price_text: '€1 an hour' }),
    item('annual', { annual_fee: 7 }),
  ];
  const total = (billed: BillingPeriod, users: number) =>
    computeTotal(items, { app: 'month', billed, users });
  expect(total('month', 3)).toEqual({
    billing_period: 'month',
    users: 3,
    quantity: null,
    fee: 6000,
    user_fee: 1202,
    amount: 6000 + 3 * 1202,
    not_included: ['per outlet', 'request', 'in words', 'annual'],
  });
  expect(total('year', 1)).toMatchObject({
    fee: 58_764 + 1200 + 7,
    user_fee: 11_952 + 24,
    not_included: ['per outlet', 'request', 'in words'],
  });
  const perSeat = { ...item('seats', { fee: 4500, fee_unit: 'seat', annual_fee: 45_000 }), quantity: 3 };
  const seats = (billed: BillingPeriod) => computeTotal([perSeat], { app: 'month', billed, users: 10 });
  expect(seats('month')).toMatchObject({ fee: 13_500, amount: 13_500, not_included: [] });
  expect(seats('year')).toMatchObject({ fee: 135_000 });
  expect(computeTotal([], { app: 'year', billed: 'year', users: 1 })).toMatchObject({ amount: 0 });
});

test('an amount is rounded once, and unknown with something that can’t be priced', () => {
  const price = createPrice({ fee: 900, user_fee: 100, annual_fee: 8600, annual_user_fee: 1000 });
  const periods = { app: 'month', billed: 'year', shown: 'month', users: 60 } as const;
  // 8600 and 1000 × 60 per year.
  expect(computeAmount([{ price }], periods)).toBe(5717);
  expect(computeAmount([{ price }, { price: createPrice() }], periods)).toBeNull();
  const perSite = createPrice({ fee: 1800, user_fee: 800, fee_unit: 'site' });
  expect(computeAmount([{ price: perSite }], periods)).toBeNull();
  expect(computeAmount([{ price: { ...perSite, fee: 0 } }], periods)).toBe(48_000);
});

test('a total counts at least the users and the units that the version is sold for', () => {
  const periods = { app: 'month', billed: 'month', users: 3 } as const;
  const team = createPrice({ user_fee: 1832, min_users: 10 });
  const guests = item('guests', { user_fee: 100 });
  expect(computeTotal([{ id: 'team', price: team }, guests], periods)).toMatchObject({
    ...{ users: 10, amount: 19_320, quantity: null },
  });
  const perSite = createPrice({ fee: 1800, user_fee: 800, fee_unit: 'site', min_quantity: 2 });
  const compute = (quantity: number | null) =>
    computeTotal([{ id: 'site', price: toVersionPrice(perSite, quantity) }], periods);
  expect(compute(5)).toMatchObject({ quantity: 5, fee: 9000, user_fee: 800, amount: 11_400 });
  expect([compute(null), compute(1)].map(({ quantity, fee }) => [quantity, fee])).toEqual([
    [2, 3600],
    [2, 3600],
  ]);
  // A free version has no units.
  expect(toVersionPrice(createPrice({ fee: 0, fee_unit: 'site' }), 5).units).toBeNull();
});

test('a difference needs both amounts', () => {
  expect([subtractAmounts(5, 7), subtractAmounts(5, null), subtractAmounts(undefined, 7)]).toEqual([
    -2,
    null,
    null,
  ]);
});

test('the saving of annual billing is a part of the monthly price', () => {
  const price = createPrice({ fee: 900, user_fee: 100, annual_fee: 8600, annual_user_fee: 1000 });
  expect(computeAnnualSaving(price, 1)).toBeCloseTo(0.2);
  expect(computeAnnualSaving({ ...price, fee_unit: 'site' }, 1)).toBeCloseTo(0.2);
  expect(computeAnnualSaving({ ...price, annual_fee: 10_800, annual_user_fee: 1200 }, 1)).toBeNull();
  expect(computeAnnualSaving(createPrice({ fee: 900 }), 1)).toBeNull();
  expect(computeAnnualSaving(createPrice({ annual_fee: 900 }), 1)).toBeNull();
});

test('a total above 2^53 - 1 can’t be priced', () => {
  const periods = { app: 'month', billed: 'month', users: 1_000_000 } as const;
  const plan = item('plan', { fee: 0, user_fee: 9_007_199_254 });
  expect(computeTotal([plan], periods)).toMatchObject({ amount: 9_007_199_254_000_000, not_included: [] });
  const more = item('more', { fee: 10_000_000_000 });
  expect(computeTotal([plan, more], periods)).toMatchObject({ not_included: ['more'] });
  expect(computeAmount([plan, more], { ...periods, shown: 'month' })).toBeNull();
  expect(computeAmount([plan], { ...periods, shown: 'year' })).toBeNull();
  const units = { ...item('units', { fee: 10_000_000_000, fee_unit: 'site' }), quantity: 1_000_000 };
  expect(computeTotal([units], { ...periods, users: 1 })).toMatchObject({
    amount: 0,
    not_included: ['units'],
  });
});
