import { expect, it } from 'vitest';
import type { Price } from '@/lib/contract/versions';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { buildReceipt, type ReceiptState } from './receipt';

const plan = (
  fields: Partial<Price>,
  addOns: [id: string, price: Partial<Price> | null, quantity?: number][] = [],
): ReceiptState => ({
  billed: 'month',
  plan: createPrice(fields),
  addOns: addOns.map(([id, price, quantity = null]) => ({
    id,
    title: id,
    quantity,
    price: price && createPrice(price),
  })),
});
const build = (states: ReceiptState[], users: number) =>
  buildReceipt(states, { app: 'month', shown: 'month', users });
const amount = (fixed: number, count?: number, each = 0) => ({
  amount: fixed + (count ?? 0) * each,
  fixed,
  counted: count === undefined ? null : { count, each },
});

it('adds up the plan, users and add-ons, and subtracts the totals', () => {
  const before = plan({ fee: 900 }, [
    ['reader', { fee: 1500 }],
    ['shifts', { user_fee: 200 }],
  ]);
  const after = plan({ fee: 5900, user_fee: 1200 }, [
    ['reader', null],
    ['shifts', { user_fee: 200 }],
  ]);
  expect(build([before, after], 8)).toEqual({
    lines: [
      { kind: 'plan', cells: [amount(900), amount(5900)] },
      { kind: 'users', unit: null, cells: [null, amount(0, 8, 1200)] },
      { kind: 'add_on', id: 'reader', title: 'reader', cells: [amount(1500), 'included'] },
      { kind: 'add_on', id: 'shifts', title: 'shifts', cells: [amount(0, 8, 200), amount(0, 8, 200)] },
    ],
    totals: [4000, 17_100],
    difference: 13_100,
    perUser: true,
    userUnit: null,
    users: 8,
  });
});

it('has one line for each word for a user', () => {
  const perSeat = plan({ user_fee: 500, user_fee_unit: 'seat' });
  const perMember = plan({ user_fee: 1000, user_fee_unit: 'member' });
  expect(build([perSeat, perMember], 3)).toMatchObject({
    lines: [
      { kind: 'users', unit: 'seat', cells: [amount(0, 3, 500), null] },
      { kind: 'users', unit: 'member', cells: [null, amount(0, 3, 1000)] },
    ],
    totals: [1500, 3000],
    userUnit: null,
  });
  expect(build([plan({ fee: 0 }), perMember], 3).userUnit).toBe('member');
});

it('has no total for a price on request, in words, per something other than users, or of another period', () => {
  const unpriced: Partial<Price>[] = [
    {},
    { price_text: '€0.18 per hour' },
    { fee: 1800, fee_unit: 'site' },
    { annual_fee: 1800 },
  ];
  for (const fields of unpriced) {
    const state = plan(fields);
    expect(build([plan({ fee: 900 }), state], 1)).toMatchObject({
      lines: [{ kind: 'plan', cells: [amount(900), { unpriced: state.plan }] }],
      totals: [900, null],
      difference: null,
    });
  }
  expect(build([plan({ fee: 900 }, [['reader', {}]])], 1).totals).toEqual([null]);
});

it('multiplies the price of an add-on by its quantity', () => {
  const seats = (quantity: number) =>
    plan({ fee: 900 }, [['seat', { fee: 4500, fee_unit: 'seat' }, quantity]]);
  expect(build([seats(1), seats(3)], 8)).toMatchObject({
    lines: [{}, { kind: 'add_on', cells: [amount(4500), amount(0, 3, 4500)] }],
    totals: [5400, 14_400],
  });
});

it('states all amounts for the shown period', () => {
  const before = plan({ fee: 900, annual_fee: 8600 }, [['reader', { user_fee: 100 }]]);
  const after: ReceiptState = { ...before, billed: 'year' };
  expect(buildReceipt([before, after], { app: 'month', shown: 'year', users: 2 })).toMatchObject({
    lines: [
      { kind: 'plan', cells: [amount(10_800), amount(8600)] },
      { kind: 'add_on', cells: [amount(0, 2, 1200), amount(0, 2, 1200)] },
    ],
    totals: [13_200, 11_000],
    difference: -2200,
  });
});

it('a single state has no difference, and a free plan no amount', () => {
  expect(build([plan({ fee: 0 })], 1)).toMatchObject({
    lines: [{ kind: 'plan', cells: ['free'] }],
    totals: [0],
    difference: null,
    perUser: false,
  });
});
