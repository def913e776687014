import { describe, expect, it } from 'vitest';
import { periodOf, priceOf } from './price';

const monthly = { currency: 'USD', period: 'month' } as const;
const yearly = { currency: 'USD', period: 'year' } as const;
const plain = { fee: null, userFee: null, note: null, warning: null };
const amount = (value: number) => ({ amount: value, computed: false });

describe('priceOf', () => {
  it.each([
    [{ text: 'Contact Sales' }, 'user/month', monthly, plain],
    [amount(0), 'user/month', monthly, { ...plain, fee: 0 }],
    [amount(0), 'activeHour', monthly, { ...plain, fee: 0 }],
    [amount(12.5), 'user/month', monthly, { ...plain, userFee: 1250 }],
    [amount(12.5), '/month', monthly, { ...plain, fee: 1250 }],
    [amount(12.5), '', yearly, { ...plain, fee: 1250 }],
    [amount(6), 'channel/month', monthly, { ...plain, fee: 600, note: 'per channel' }],
    [amount(20), '500 users/month', monthly, { ...plain, fee: 2000, note: 'for 500 users' }],
    [amount(0.18), 'activeHour', monthly, { ...plain, note: '$0.18 per active hour' }],
    [amount(120), 'user/year', yearly, { ...plain, userFee: 12_000 }],
    [amount(120), 'user/year', monthly, { ...plain, userFee: 1000, note: '$120 billed yearly' }],
    [amount(10), 'user/month', yearly, { ...plain, userFee: 12_000 }],
    [
      amount(100),
      '/year',
      monthly,
      { ...plain, fee: 833, note: '$100 billed yearly', warning: '100 /year was rounded.' },
    ],
    [
      { amount: 10.375, computed: true },
      '/month',
      monthly,
      { ...plain, fee: 1038, warning: '10.375 /month was rounded.' },
    ],
    [amount(21_474_836.47), '/month', monthly, { ...plain, fee: 2_147_483_647 }],
  ])('%j %s, %j', (price, unit, tariff, expected) => {
    expect(priceOf(price, unit, tariff)).toEqual(expected);
  });

  it('is a fault where it is finer than the currency, or more than can be stored', () => {
    expect(priceOf(amount(4.995), '/month', monthly)).toEqual({
      fault: '4.995 is finer than the smallest unit of USD.',
    });
    expect(priceOf(amount(9.5), '/month', { currency: 'JPY', period: 'month' })).toHaveProperty('fault');
    expect(priceOf(amount(21_474_836.48), '/month', monthly)).toHaveProperty('fault');
    expect(priceOf(amount(2_000_000), '/month', yearly)).toHaveProperty('fault');
  });
});

describe('periodOf', () => {
  const plan = (price: number, unit: string) => ({ price: amount(price), unit });

  it('is yearly only if all that is priced is', () => {
    expect(periodOf([plan(0, 'user/month'), plan(10, 'user/year')], 'USD')).toBe('year');
    expect(periodOf([plan(5, 'user/month'), plan(10, 'user/year')], 'USD')).toBe('month');
    expect(
      periodOf([plan(0, 'user/year'), { price: { text: 'Contact Sales' }, unit: 'user/year' }], 'USD'),
    ).toBe('month');
  });
});
