import { expect, test } from 'vitest';
import { toStripeAmount } from './stripe-amount';

/** Digits of ISO 4217. The others have two. */
const digits: Record<string, number> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3]),
]);

const convert = (amount: number, currency: string) =>
  toStripeAmount(amount, { currency, currency_digits: digits[currency] ?? 2 });

test.each(['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'])(
  '500 %s have no decimals at Stripe',
  (currency) => expect(convert(500, currency)).toBe(500),
);

test('ariary has two digits in ISO 4217, and none at Stripe', () => {
  expect([convert(50_000, 'MGA'), convert(50_050, 'MGA')]).toEqual([500, null]);
});

test.each(['USD', 'EUR', 'HUF', 'IDR', 'COP', 'PKR'])('990 %s have two decimals', (currency) =>
  expect(convert(99_000, currency)).toBe(99_000),
);

test.each(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])('the last of three decimals of %s is 0', (currency) => {
  expect([convert(5120, currency), convert(5124, currency)]).toEqual([5120, null]);
});

test.each(['ISK', 'UGX'])('5 %s have two decimals at Stripe, which are 00', (currency) =>
  expect(convert(5, currency)).toBe(500),
);

test('an amount in other digits is converted', () => {
  expect(toStripeAmount(990, { currency: 'HUF', currency_digits: 0 })).toBe(99_000);
});
