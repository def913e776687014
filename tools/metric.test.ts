import { expect, test } from 'vitest';
import { median, medianOfKnown } from './metric';

test.each([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[1, 1, 1000], 1],
])('the median of %j is %d', (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

test('the median of an empty list is NaN, of nulls it is null', () => {
  expect(median([])).toBeNaN();
  expect(medianOfKnown([null, null])).toBeNull();
  expect(medianOfKnown([null, 4, 2])).toBe(3);
});

test('median does not reorder its argument', () => {
  const numbers = [3, 1, 2];
  median(numbers);
  expect(numbers).toEqual([3, 1, 2]);
});
