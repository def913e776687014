import { expect, it } from 'vitest';
import { parsePlainPrice } from './plain-price';

it.each([
  ['12.50', 'USD', 12.5],
  ['-3', 'USD', -3],
  ['$99', 'USD', 99],
  ['US$99', 'USD', null],
  ['99 USD', 'USD', 99],
  ['€ 12.50', 'EUR', 12.5],
  ['12.50 €', 'EUR', 12.5],
  ['€12', 'USD', null],
  ['1,299', 'USD', 1299],
  ['$1,299.50', 'USD', 1299.5],
  ['1,299', 'KWD', 'ambiguous'],
  ['12,5', 'EUR', 'ambiguous'],
  ['12,50 €', 'EUR', 'ambiguous'],
  ['1 299', 'EUR', 'ambiguous'],
  ['1.299.000', 'EUR', 'ambiguous'],
  ['From $99', 'USD', null],
  ['$99+', 'USD', null],
  ['1% up to $99', 'USD', null],
  ['$', 'USD', null],
  ['', 'USD', null],
  ['12', 'not a currency', 12],
])('parses %j in %s as %j', (text, currency, expected) => {
  expect(parsePlainPrice(text, currency)).toBe(expected);
});
