import { expect, it } from 'vitest';
import { hasTag } from './entity-tag';

it.each(['"a"', 'W/"a"', '"b", "a"', ' "b" ,W/"a" ', '*', ' * ', '"x,y", "a"'])('%s names "a"', (header) => {
  expect(hasTag(header, '"a"')).toBe(true);
});

it.each([null, '', 'a', '"A"', '"ab"', '"b"', '"a', '"*"'])('%s does not', (header) => {
  expect(hasTag(header, '"a"')).toBe(false);
});
