import { expect, test } from 'vitest';
import { formatCount, formatList, plural } from './words';

test('counts, plurals and lists follow the language', () => {
  expect(formatCount('en', 1204)).toBe('1,204');
  expect(formatCount('de', 1204)).toBe('1.204');
  expect(plural('en', 1, { one: 'change', other: 'changes' })).toBe('change');
  expect(plural('en', 0, { one: 'change', other: 'changes' })).toBe('changes');
  expect(plural('ar', 2, { two: 'dual', other: 'plural' })).toBe('dual');
  expect(plural('ar', 5, { two: 'dual', other: 'plural' })).toBe('plural');
  expect(formatList('en-GB', ['Basic', 'Team', 'Pro'])).toBe('Basic, Team and Pro');
});
