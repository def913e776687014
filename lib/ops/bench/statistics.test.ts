import { expect, test } from 'vitest';
import { knownMedian, median } from './statistics';

test.each([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[1, 1, 1000], 1],
])('the median of %j is %d', (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

test('the median of nothing is no number, and of nothing known is null', () => {
  expect(median([])).toBeNaN();
  expect(knownMedian([null, null])).toBeNull();
  expect(knownMedian([null, 4, 2])).toBe(3);
});

test('numbers stay in their order', () => {
  const numbers = [3, 1, 2];
  median(numbers);
  expect(numbers).toEqual([3, 1, 2]);
});
