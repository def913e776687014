import { describe, expect, it } from 'vitest';
import { formatAmount, inferBillingPeriod, resolvePrice, toMinorUnits } from './price-resolver';

const monthly = { currency: 'USD', period: 'month' } as const;
const yearly = { currency: 'USD', period: 'year' } as const;
const onRequest = { fee: null, userFee: null, note: null, warning: null };
const amount = (value: number) => ({ amount: value, computed: false });

describe('resolvePrice', () => {
  it.each([
    [{ text: 'Contact Sales' }, 'user/month', monthly, onRequest],
    [amount(0), 'user/month', monthly, { ...onRequest, fee: 0 }],
    [amount(0), 'activeHour', monthly, { ...onRequest, fee: 0 }],
    [amount(12.5), 'user/month', monthly, { ...onRequest, userFee: 1250 }],
    [amount(12.5), '/month', monthly, { ...onRequest, fee: 1250 }],
    [amount(12.5), '', yearly, { ...onRequest, fee: 1250 }],
    [amount(6), 'channel/month', monthly, { ...onRequest, fee: 600, note: 'per channel' }],
    [amount(20), '500 users/month', monthly, { ...onRequest, fee: 2000, note: 'for 500 users' }],
    [amount(0.18), 'activeHour', monthly, { ...onRequest, note: '$0.18 per active hour' }],
    [amount(120), 'user/year', yearly, { ...onRequest, userFee: 12_000 }],
    [amount(120), 'user/year', monthly, { ...onRequest, userFee: 1000, note: '$120 billed yearly' }],
    [amount(10), 'user/month', yearly, { ...onRequest, userFee: 12_000 }],
    [
      amount(100),
      '/year',
      monthly,
      { ...onRequest, fee: 833, note: '$100 billed yearly', warning: '100 /year was rounded.' },
    ],
    [
      { amount: 10.375, computed: true },
      '/month',
      monthly,
      { ...onRequest, fee: 1038, warning: '10.375 /month was rounded.' },
    ],
    [amount(21_474_836.47), '/month', monthly, { ...onRequest, fee: 2_147_483_647 }],
  ])('resolves %j %s with %j', (price, unit, terms, expected) => {
    expect(resolvePrice(price, unit, terms)).toEqual(expected);
  });

  it('rejects a price with too many decimals or above the maximum', () => {
    expect(resolvePrice(amount(4.995), '/month', monthly)).toEqual({
      error: '4.995 has too many decimals for USD.',
    });
    expect(resolvePrice(amount(9.5), '/month', { currency: 'JPY', period: 'month' })).toHaveProperty('error');
    expect(resolvePrice(amount(21_474_836.48), '/month', monthly)).toHaveProperty('error');
    expect(resolvePrice(amount(2_000_000), '/month', yearly)).toHaveProperty('error');
  });
});

describe('inferBillingPeriod', () => {
  const plan = (price: number, unit: string) => ({ price: amount(price), unit });

  it('is yearly only if every priced plan is billed yearly', () => {
    expect(inferBillingPeriod([plan(0, 'user/month'), plan(10, 'user/year')], 'USD')).toBe('year');
    expect(inferBillingPeriod([plan(5, 'user/month'), plan(10, 'user/year')], 'USD')).toBe('month');
    expect(
      inferBillingPeriod(
        [plan(0, 'user/year'), { price: { text: 'Contact Sales' }, unit: 'user/year' }],
        'USD',
      ),
    ).toBe('month');
  });
});

describe('toMinorUnits', () => {
  it.each([
    [12.5, 'USD', 1250, true],
    [12.95, 'USD', 1295, true],
    [1.15, 'EUR', 115, true],
    [8.2, 'EUR', 820, true],
    [0, 'EUR', 0, true],
    [0.29, 'EUR', 29, true],
    [1000, 'JPY', 1000, true],
    [1.005, 'USD', 101, false],
    [1.004, 'USD', 100, false],
    [10.5, 'JPY', 11, false],
    [1.234, 'KWD', 1234, true],
    [1e-7, 'USD', 0, false],
    [21_474_836.47, 'USD', 2_147_483_647, true],
    [0.1 + 0.2, 'USD', 30, false],
  ])('converts %d %s to %d', (amount, currency, minor, exact) => {
    expect(toMinorUnits(amount, currency)).toEqual({ minor, exact });
  });

  it('is exact for every cent up to 200', () => {
    for (let cents = 0; cents <= 20_000; cents += 1) {
      const written = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
      if (toMinorUnits(written, 'EUR').minor !== cents) throw new Error(`${written} is not ${cents} cents`);
    }
  });
});

it('formats an amount with its currency', () => {
  expect(formatAmount(0.18, 'EUR')).toBe('€0.18');
  expect(formatAmount(0.0075, 'USD')).toBe('$0.0075');
  expect(formatAmount(20, 'USD')).toBe('$20');
});
