import { expect, test } from 'vitest';
import {
  calculateTotal,
  describePrice,
  formatPrice,
  type PriceFormatOptions,
  type PriceMessages,
} from './price';

const options: PriceFormatOptions = { locale: 'en', currency: 'USD', period: 'month' };
const messages: PriceMessages = {
  free: 'Free',
  onRequest: 'Price on request',
  base: (amount, period) => `${amount} / ${period}`,
  perUser: (amount, period) => `${amount} per user / ${period}`,
  both: (base, perUser, period) => `${base} + ${perUser} per user / ${period}`,
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
  expect(formatPrice({ fee, user_fee }, options, messages)).toBe(text);
});

test('formats a yearly price', () => {
  expect(formatPrice({ fee: 9600, user_fee: null }, { ...options, period: 'year' }, messages)).toBe(
    '$96 / year',
  );
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
    period: 'month',
  });
});

test('calculates the total for a number of seats', () => {
  expect(calculateTotal({ fee: 2000, user_fee: 800 }, 5)).toBe(6000);
  expect(calculateTotal({ fee: null, user_fee: 800 }, 5)).toBe(4000);
  expect(calculateTotal({ fee: 0, user_fee: null }, 5)).toBe(0);
  expect(calculateTotal({ fee: null, user_fee: null }, 5)).toBeNull();
});
