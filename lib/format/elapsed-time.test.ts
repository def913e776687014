import { expect, test } from 'vitest';
import { formatDuration, formatRelativeTime } from './elapsed-time';

const toUnix = (iso: string) => Date.parse(iso) / 1000;

test.each([
  ['2024-01-15T00:00:00Z', '2026-04-20T00:00:00Z', '2 years, 3 months'],
  ['2024-01-15T00:00:00Z', '2026-01-15T00:00:00Z', '2 years'],
  ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '1 month'],
  ['2026-01-31T12:00:00Z', '2026-03-03T12:00:00Z', '1 month, 3 days'],
  ['2026-01-01T00:00:00Z', '2026-01-13T05:00:00Z', '12 days'],
  ['2026-01-01T00:00:00Z', '2026-01-01T05:59:00Z', '5 hours'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z', '1 minute'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '0 seconds'],
  ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', '0 seconds'],
])('formats the duration from %s to %s as %s', (from, to, text) => {
  expect(formatDuration('en', toUnix(from), toUnix(to))).toBe(text);
});

test.each([
  ['2026-01-01T00:00:30Z', 'Just now'],
  ['2026-01-01T00:05:00Z', '5 minutes ago'],
  ['2026-01-02T06:00:00Z', '1 day ago'],
  ['2026-04-02T00:00:00Z', '3 months ago'],
  ['2029-01-01T00:00:00Z', '3 years ago'],
  ['2025-12-31T23:59:30Z', 'Just now'],
  ['2025-12-02T00:00:00Z', 'in 30 days'],
])('formats the new year at %s as %s', (now, text) => {
  expect(formatRelativeTime('en', toUnix('2026-01-01T00:00:00Z'), toUnix(now), 'Just now')).toBe(text);
});
