import { expect, test } from 'vitest';
import { compareFeatures, type FeatureChanges } from './compare-features';

const feature = (human_id: string, kind: 'included' | 'optional' = 'included') => ({
  human_id,
  title: human_id.toUpperCase(),
  kind,
  value: null,
});
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

test('an optional feature that becomes included is gained; one that is removed is in optionalLost, not in lost', () => {
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
