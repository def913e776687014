import { expect, test } from 'vitest';
import { calculateContrast, isHexColor, mixColors } from './contrast';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#FFFFFF', 4.48],
  ['#ff0000', '#ffffff', 4],
  ['#123456', '#123456', 1],
])('the contrast of %s and %s is %d', (first, second, contrast) => {
  expect(calculateContrast(first, second)).toBeCloseTo(contrast, 2);
});

test('colors have six hexadecimal digits', () => {
  expect(['#1f47bc', '#FFFFFF', '#fff', '1f47bc', '#1f47bcff', 'red', ' #1f47bc'].map(isHexColor)).toEqual([
    true,
    true,
    ...Array(5).fill(false),
  ]);
});

test('a mixed color lies between the two', () => {
  expect([0, 0.5, 1].map((share) => mixColors('#ff0080', '#000000', share))).toEqual([
    '#000000',
    '#800040',
    '#ff0080',
  ]);
});
