import { expect, it, test } from 'vitest';
import { createCountFormatter, formatList, formatPeriod, parsePeriod } from './plurals';

it('formats numbers and lists by locale', () => {
  const { count, plural } = createCountFormatter('en');
  expect(count(1204)).toBe('1,204');
  expect(createCountFormatter('ar-EG').count(1204)).toBe('١٬٢٠٤');
  expect(plural(1, { one: 'change', other: 'changes' })).toBe('change');
  expect(plural(0, { one: 'change', other: 'changes' })).toBe('changes');
  expect(formatList('en-GB', ['Basic', 'Team', 'Pro'])).toBe('Basic, Team and Pro');
});

it('selects the six plural forms of Arabic, and falls back to other', () => {
  const { plural } = createCountFormatter('ar');
  const forms = { zero: '0', one: '1', two: '2', few: '3-10', many: '11-99', other: '100' };
  expect([0, 1, 2, 3, 11, 100].map((n) => plural(n, forms))).toEqual(Object.values(forms));
  expect(plural(2, { one: 'one', other: 'other' })).toBe('other');
});

test('formatPeriod writes an English period', () => {
  expect(['month', 'hour', '3 months'].map(formatPeriod)).toEqual(['a month', 'an hour', 'every 3 months']);
});

test('parsePeriod separates the number', () => {
  expect(parsePeriod('month')).toEqual({ count: 1, name: 'month' });
  expect(parsePeriod('3 months')).toEqual({ count: 3, name: 'month' });
});
