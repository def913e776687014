import { expect, test } from 'vitest';
import type { SnapshotFeature } from '@/lib/db/version-snapshot';
import { compareFeatures, type FeatureChanges } from './compare-features';

const feature = (human_id: string, kind: 'included' | 'optional' = 'included'): SnapshotFeature => ({
  human_id,
  title: human_id.toUpperCase(),
  kind,
  value: null,
  limit: null,
});
/** A feature with an amount; null is unlimited. */
const limited = (amount: number | null, unit = 'GB', period: string | null = null): SnapshotFeature => ({
  ...feature('a'),
  value: amount === null ? 'Unlimited' : `${amount} ${unit}`,
  limit: { amount, unlimited: amount === null, unit, period },
});
const text = (value: string | null): SnapshotFeature => ({ ...feature('a'), value });
const ids = (changes: FeatureChanges) => ({
  gained: changes.gained.map(({ id }) => id),
  lost: changes.lost.map(({ id }) => id),
  kept: changes.kept.map(({ id }) => id),
  optionalGained: changes.optionalGained.map(({ id }) => id),
  optionalLost: changes.optionalLost.map(({ id }) => id),
});

test('distinguishes gained, lost and kept features', () => {
  const changes = compareFeatures([feature('a'), feature('b')], [feature('b'), feature('c')]);
  expect(ids(changes)).toEqual({
    gained: ['c'],
    lost: ['a'],
    kept: ['b'],
    optionalGained: [],
    optionalLost: [],
  });
});

test('an add-on that becomes included is gained; one that is removed is in optionalLost, not in lost', () => {
  const changes = compareFeatures([feature('a', 'optional'), feature('b', 'optional')], [feature('a')]);
  expect(ids(changes)).toEqual({
    gained: ['a'],
    lost: [],
    kept: [],
    optionalGained: ['a'],
    optionalLost: ['b'],
  });
});

test('an included feature that becomes optional is lost', () => {
  const changes = compareFeatures([feature('a')], [feature('a', 'optional')]);
  expect(ids(changes)).toMatchObject({ lost: ['a'], gained: [], kept: [], optionalLost: [] });
});

test('the first version gains the features that it includes', () => {
  expect(ids(compareFeatures(null, [feature('a'), feature('b', 'optional')]))).toMatchObject({
    gained: ['a'],
    lost: [],
  });
});

test.each([
  ['a higher amount', limited(20), limited(100), 'raised'],
  ['a lower amount', limited(100), limited(20), 'lowered'],
  ['zero after some', limited(20), limited(0), 'lowered'],
  ['unlimited after an amount', limited(100), limited(null), 'raised'],
  ['an amount after unlimited', limited(null), limited(1_000_000_000), 'lowered'],
  ['another unit', limited(500, 'MB'), limited(5, 'GB'), 'changed'],
  ['another period', limited(5, 'call', 'day'), limited(5, 'call', 'month'), 'changed'],
  ['no amount before', feature('a'), limited(20), 'changed'],
  ['no amount after', limited(20), feature('a'), 'changed'],
  ['another text', text('Email'), text('Phone'), 'changed'],
  ['a text after a check mark', text(null), text('Phone'), 'changed'],
] as const)('classifies %s', (_, before, after, kind) => {
  const changes = compareFeatures([before], [after]);
  expect(ids(changes)).toMatchObject({ gained: [], lost: [], kept: ['a'] });
  const { raised, lowered, changed } = changes;
  expect({ raised, lowered, changed }).toEqual({
    raised: [],
    lowered: [],
    changed: [],
    [kind]: [
      {
        id: 'a',
        title: 'A',
        is_limit: false,
        from: expect.objectContaining({ value: before.value }),
        to: expect.objectContaining({ value: after.value }),
        improved: kind === 'changed' ? null : kind === 'raised',
      },
    ],
  });
});

test('returns both amounts of a change, with the unit and the period', () => {
  expect(compareFeatures([limited(20, 'call', 'day')], [limited(null, 'call', 'day')]).raised).toEqual([
    {
      id: 'a',
      title: 'A',
      is_limit: false,
      from: { value: '20 call', amount: 20, unlimited: false, unit: 'call', period: 'day' },
      to: { value: 'Unlimited', amount: null, unlimited: true, unit: 'call', period: 'day' },
      improved: true,
    },
  ]);
});

test.each([
  ['equal amounts', limited(20), limited(20)],
  ['both unlimited', limited(null), limited(null)],
  ['equal texts', text('Email'), text('Email')],
  ['an amount whose text alone differs', limited(20), { ...limited(20), value: '20 gigabytes' }],
])('finds no change in %s', (_, before, after) => {
  const { raised, lowered, changed } = compareFeatures([before], [after]);
  expect([...raised, ...lowered, ...changed]).toEqual([]);
});

test('a lower amount is better if the feature says so', () => {
  const rate = (amount: number) => {
    const { limit, ...rest } = limited(amount, '%');
    return { ...rest, limit: limit && { ...limit, better_amount: 'lower' as const } };
  };
  const { raised, lowered } = compareFeatures([rate(2)], [rate(1)]);
  expect([raised.length, lowered[0]?.improved]).toEqual([0, true]);
  expect(compareFeatures([rate(1)], [rate(2)]).raised[0]?.improved).toBe(false);
});

test('an amount that a version newly includes is gained, not raised', () => {
  const { raised, changed, gained } = compareFeatures([], [limited(20)]);
  expect([raised, changed, gained.map(({ id }) => id)]).toEqual([[], [], ['a']]);
});
