import { expect, test } from 'vitest';
import { slicePage } from './serializers';

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const page = (query: Parameters<typeof slicePage>[1]) => {
  const { items: found, next } = slicePage(items, query);
  return [found.map(({ id }) => id).join(''), next];
};

test('pages continue after the last item', () => {
  expect(page({})).toEqual(['abc', null]);
  expect(page({ limit: 3 })).toEqual(['abc', null]);
  expect(page({ limit: 2 })).toEqual(['ab', 'b']);
  expect(page({ limit: 2, cursor: 'b' })).toEqual(['c', null]);
  expect(page({ cursor: 'c' })).toEqual(['', null]);
  expect(() => page({ cursor: 'd' })).toThrow('cursor: expected the next_cursor of a response.');
});
