import { expect, test } from 'vitest';
import { compareByTag } from './versions';

const sortTags = (...tags: string[]) =>
  tags
    .map((tag, index) => ({ tag, id: `ver_${index}` }))
    .toSorted(compareByTag)
    .map(({ tag }) => tag);

test('sorts numbers in tags numerically', () => {
  expect(sortTags('v10', 'v2', 'v1')).toEqual(['v1', 'v2', 'v10']);
});

test('sorts a suffixed tag directly after the tag without the suffix', () => {
  expect(sortTags('v3', 'v2-retired', 'v2', 'v1')).toEqual(['v1', 'v2', 'v2-retired', 'v3']);
});

test('sorts equal tags by ID', () => {
  const a = { tag: 'v1', id: 'ver_a' };
  const b = { tag: 'v1', id: 'ver_b' };
  expect(compareByTag(a, b)).toBeLessThan(0);
  expect(compareByTag(b, a)).toBeGreaterThan(0);
  expect(compareByTag(a, a)).toBe(0);
});

test('orders tags that the collator considers equal', () => {
  expect(compareByTag({ tag: 'V1', id: '' }, { tag: 'v1', id: '' })).not.toBe(0);
});
