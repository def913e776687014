import { expect, test } from 'vitest';
import type { Price } from '@/lib/db/catalog';
import { createVersionSnapshot, noPrice } from '@/tools/testing/catalog-fixtures';
import { findLosses, findPriceLosses } from './find-losses';

const monthly = { billingPeriod: 'month' } as const;

test.each<[name: string, Partial<Price>, Partial<Price>, string[]]>([
  ['the same', { fee: 900 }, { fee: 900 }, []],
  ['a lower fee', { fee: 900 }, { fee: 800 }, []],
  ['a higher fee', { fee: 900 }, { fee: 1100 }, ['the price rises']],
  ['a fee per user beside a lower fee', { fee: 900 }, { fee: 0, userFee: 1 }, ['the price rises']],
  ['a fee per user instead of a fee', { fee: 900 }, { userFee: 100 }, ['the price rises']],
  ['from free to priced', { fee: 0 }, { fee: 1 }, ['the price rises']],
  ['from priced to free', { userFee: 900, feeUnit: 'x' }, { fee: 0 }, []],
  ['another unit', { fee: 900 }, { fee: 800, feeUnit: 'site' }, ['the price can’t be compared']],
  ['another unit of free', { fee: 0, userFee: 5 }, { fee: 0, userFee: 5, feeUnit: 'site' }, []],
  ['free on request', { fee: 0 }, {}, ['the price is on request']],
  ['priced on request', { fee: 900 }, {}, ['the price is on request']],
  ['on request before and after', {}, {}, []],
  ['priced, on request before', {}, { fee: 1 }, ['the price can’t be compared']],
  ['free, on request before', {}, { fee: 0 }, []],
  ['in words', { fee: 900 }, { priceText: '1 %' }, ['the price can’t be compared']],
  ['in other words', { priceText: '1 %' }, { priceText: '2 %' }, ['the price can’t be compared']],
  ['in the same words', { priceText: '1 %' }, { priceText: '1 %' }, []],
  ['on request instead of in words', { priceText: '1 %' }, {}, ['the price is on request']],
  ['not annually', { fee: 900, annualFee: 9000 }, { fee: 900 }, ['annual billing is withdrawn']],
  ['annually too', { fee: 900 }, { fee: 900, annualFee: 9900 }, []],
  ['annually for more', { fee: 9, annualFee: 90 }, { fee: 9, annualFee: 91 }, ['the annual price rises']],
  ['only annually, for more', { annualFee: 90 }, { annualFee: 91 }, ['the annual price rises']],
  ['only annually, for less', { annualFee: 90 }, { annualFee: 89 }, []],
  ['not monthly', { fee: 9, annualFee: 90 }, { annualFee: 90 }, ['monthly billing is withdrawn']],
  ['annually for less', { fee: 9, annualFee: 90 }, { fee: 9, annualFee: 89 }, []],
])('a price: %s', (_, before, after, losses) => {
  expect(findPriceLosses({ ...noPrice, ...before }, { ...noPrice, ...after }, monthly)).toEqual(losses);
});

type Limit = {
  amount?: number;
  unlimited?: boolean;
  unit?: string;
  period?: string;
  better_amount?: 'lower' | null;
};

const createSnapshot = (digest: string, value: string | null, limit: Limit | null) =>
  createVersionSnapshot('ver_1', {
    digest,
    features: [
      {
        human_id: 'storage',
        title: 'Storage',
        kind: 'included',
        value,
        limit: limit && { amount: null, unlimited: false, unit: 'GB', period: null, ...limit },
      },
    ],
  });

test.each<[name: string, Limit | string | null, Limit | string | null, string[]]>([
  ['a higher limit', { amount: 5 }, { amount: 6 }, []],
  ['a lower limit', { amount: 5 }, { amount: 4 }, ['limits get worse']],
  ['unlimited', { amount: 5 }, { unlimited: true }, []],
  ['not unlimited any more', { unlimited: true }, { amount: 1e6 }, ['limits get worse']],
  [
    'a higher rate',
    { amount: 5, better_amount: 'lower' },
    { amount: 6, better_amount: 'lower' },
    ['limits get worse'],
  ],
  [
    'an amount of which it is not known which is better',
    { amount: 4, better_amount: null },
    { amount: 5, better_amount: null },
    ['values can’t be compared'],
  ],
  ['a lower rate', { amount: 5, better_amount: 'lower' }, { amount: 4, better_amount: 'lower' }, []],
  ['another unit', { amount: 5 }, { amount: 5, unit: 'MB' }, ['values can’t be compared']],
  ['another period', { amount: 5 }, { amount: 5, period: 'month' }, ['values can’t be compared']],
  ['an amount for a check mark', null, { amount: 5 }, ['values can’t be compared']],
  ['another value', 'Full', 'Basic', ['values can’t be compared']],
])('a feature: %s', (name, before, after, losses) => {
  const [from, to] = [before, after].map((content, index) =>
    typeof content === 'string'
      ? createSnapshot(`${name} ${index}`, content, null)
      : createSnapshot(`${name} ${index}`, null, content),
  );
  expect(findLosses(from!, to!)).toEqual(losses);
});

test('a feature that is missing or optional is lost', () => {
  const before = createSnapshot('lost 1', null, null);
  const optional = before.features.map((feature) => ({ ...feature, kind: 'optional' as const }));
  for (const [digest, features] of [['lost 2', []] as const, ['lost 3', optional] as const]) {
    const after = { ...before, digest, features: [...features] };
    expect(findLosses(before, after)).toEqual(['features are lost']);
    expect(findLosses(after, before)).toEqual([]);
  }
});
