import { expect, test } from 'vitest';
import {
  describePrice,
  formatPrice,
  formatPriceChange,
  type PriceSetting,
  type PriceWords,
  totalFor,
} from './price';

const setting: PriceSetting = { locale: 'en', currency: 'USD', period: 'month' };
const words: PriceWords = {
  free: 'Free',
  onRequest: 'Price on request',
  base: (amount, period) => `${amount} / ${period}`,
  perUser: (amount, period) => `${amount} per user / ${period}`,
  both: (base, perUser, period) => `${base} + ${perUser} per user / ${period}`,
  unchanged: 'Same price',
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
])('fee %s and user fee %s read %s', (fee, user_fee, text) => {
  expect(formatPrice({ fee, user_fee }, setting, words)).toBe(text);
});

test('a yearly price says so', () => {
  expect(formatPrice({ fee: 9600, user_fee: null }, { ...setting, period: 'year' }, words)).toBe(
    '$96 / year',
  );
});

test('a price comes in pieces for a card', () => {
  expect(describePrice({ fee: null, user_fee: 1250 }, setting)).toEqual({
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

test.each([
  [null, null, null],
  [0, 0, 'Same price'],
  [0, null, 'Same price'],
  [null, 400, '+$4 per user / month'],
  [-2000, 0, '−$20 / month'],
  [2000, -400, '+$20 + −$4 per user / month'],
])('a change of %s and %s reads %s', (fee, user_fee, text) => {
  expect(formatPriceChange({ fee, user_fee }, setting, words)).toBe(text);
});

test('what a number of seats costs', () => {
  expect(totalFor({ fee: 2000, user_fee: 800 }, 5)).toBe(6000);
  expect(totalFor({ fee: null, user_fee: 800 }, 5)).toBe(4000);
  expect(totalFor({ fee: 0, user_fee: null }, 5)).toBe(0);
  expect(totalFor({ fee: null, user_fee: null }, 5)).toBeNull();
});
