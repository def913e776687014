import { expect, test } from 'vitest';
import type { CatalogChange } from '@/lib/contract/history';
import { isVisibleChange } from './catalog-change-entry';

const price = {
  fee: 0,
  user_fee: null,
  fee_unit: null,
  user_fee_unit: null,
  annual_fee: null,
  annual_user_fee: null,
  price_text: null,
};

test.each([
  ['nothing', {}, {}, false],
  ['an annual price of a free plan', {}, { annual_fee: 0 }, false],
  ['an annual price', { fee: 900 }, { fee: 900, annual_fee: 9000 }, true],
  ['a price', { fee: 900 }, { fee: 1100 }, true],
])('%s', (_, before, after, isVisible) => {
  const change: CatalogChange = {
    changed_at: 1,
    gained: [],
    lost: [],
    raised: [],
    lowered: [],
    changed: [],
    price: { ...price, ...after },
    previous_price: { ...price, ...before },
  };
  expect(isVisibleChange(change)).toBe(isVisible);
});
