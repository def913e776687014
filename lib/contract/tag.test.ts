import { expect, test } from 'vitest';
import { compareByTag } from './tag';

const order = (...tags: string[]) =>
  tags
    .map((tag, index) => ({ tag, id: `ver_${index}` }))
    .toSorted(compareByTag)
    .map(({ tag }) => tag);

test('numbers within a tag count as numbers', () => {
  expect(order('v10', 'v2', 'v1')).toEqual(['v1', 'v2', 'v10']);
});

test('a retired rung stands right above the one that took its place', () => {
  expect(order('v3', 'v2-retired', 'v2', 'v1')).toEqual(['v1', 'v2', 'v2-retired', 'v3']);
});

test('equal tags fall back to the id, so that the order is total', () => {
  const a = { tag: 'v1', id: 'ver_a' };
  const b = { tag: 'v1', id: 'ver_b' };
  expect(compareByTag(a, b)).toBeLessThan(0);
  expect(compareByTag(b, a)).toBeGreaterThan(0);
  expect(compareByTag(a, a)).toBe(0);
});

test('tags that collate alike still have one order', () => {
  expect(compareByTag({ tag: 'V1', id: '' }, { tag: 'v1', id: '' })).not.toBe(0);
});
