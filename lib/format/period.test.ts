import { expect, test } from 'vitest';
import { formatPeriod, parsePeriod } from './period';

test('formatPeriod writes an English period', () => {
  expect(['month', 'hour', '3 months'].map(formatPeriod)).toEqual(['a month', 'an hour', 'every 3 months']);
});

test('parsePeriod separates the number', () => {
  expect(parsePeriod('month')).toEqual({ count: 1, name: 'month' });
  expect(parsePeriod('3 months')).toEqual({ count: 3, name: 'month' });
});
