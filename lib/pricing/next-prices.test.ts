import { describe, expect, it } from 'vitest';
import { createPrice, createVersionEntry } from '@/tools/testing/contract-fixtures';
import { findNextPrices } from './next-prices';

const [may, june] = [1_777_593_600, 1_780_272_000];
const successor = createVersionEntry('new', { fee: 1200 });
const own = (until?: number | null) =>
  createVersionEntry('own', {
    ...{ current: true, replaced_by: 'new', fee: until === undefined ? 1000 : 700 },
    ...(until !== undefined && { terms: { until, listed_price: createPrice({ fee: 1000 }) } }),
  });
const find = (version: ReturnType<typeof own>, followsAt: number | null) =>
  findNextPrices([version, successor], followsAt).map(({ at, price }) => [at, price.fee]);

describe('the prices that are known ahead', () => {
  it.each<[string, ReturnType<typeof own>, number | null, [number, number][]]>([
    ['none', own(), null, []],
    ['a renewal', own(), june, [[june, 1200]]],
    ['the end of terms', own(may), null, [[may, 1000]]],
    [
      'terms end before the renewal',
      own(may),
      june,
      [
        [may, 1000],
        [june, 1200],
      ],
    ],
    ['terms end after the renewal', own(june), may, [[june, 1200]]],
    ['terms without an end', own(null), june, []],
  ])('%s', (_, version, followsAt, expected) => expect(find(version, followsAt)).toEqual(expected));

  it('of terms with the same price is that of the renewal', () => {
    const version = { ...own(null), fee: 1000 };
    expect(find(version, june)).toEqual([[june, 1200]]);
  });

  it('are none without a plan', () => expect(findNextPrices([successor], june)).toEqual([]));
});
