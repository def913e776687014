import { expect, test } from 'vitest';
import {
  formatDate,
  formatDuration,
  formatIsoTime,
  formatRelativeTime,
  formatTime,
  formatZonedTime,
} from './date-time';

const toUnix = (iso: string) => Date.parse(iso) / 1000;
const time = toUnix('2026-03-03T23:32:00Z');

test('the date depends on the time zone', () => {
  expect(formatDate(time, { locale: 'en-GB', timeZone: 'UTC' })).toBe('3 March 2026');
  expect(formatDate(time, { locale: 'en-GB', timeZone: 'Asia/Tokyo' })).toBe('4 March 2026');
  expect(formatDate(time, { locale: 'de', timeZone: 'UTC' })).toBe('3. März 2026');
});

test('keeps a bounded number of formatters', () => {
  const Original = Intl.DateTimeFormat;
  let created = 0;
  class CountedFormat extends Original {
    constructor(...options: ConstructorParameters<typeof Original>) {
      super(...options);
      created += 1;
    }
  }
  Intl.DateTimeFormat = CountedFormat as typeof Original;
  const countCreated = (timeZones: string[]) => {
    created = 0;
    for (const timeZone of timeZones) formatDate(time, { locale: 'en', timeZone });
    return created;
  };
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 300);
  expect([countCreated(['Asia/Tokyo']), countCreated(['Asia/Tokyo'])]).toEqual([1, 0]);
  expect(countCreated(zones)).toBeGreaterThan(290);
  expect(countCreated(zones)).toBeGreaterThan(90);
  Intl.DateTimeFormat = Original;
});

test('formats a time with and without its time zone', () => {
  expect(formatZonedTime(time, { locale: 'en-GB', timeZone: 'UTC' })).toBe('23:32 UTC');
  expect(formatTime(time, { locale: 'en-GB', timeZone: 'Europe/Berlin' })).toBe('00:32');
  expect(formatIsoTime(time)).toBe('2026-03-03T23:32:00Z');
});

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
])('formats the new year at %s as %s', (now, text) => {
  expect(formatRelativeTime('en', toUnix('2026-01-01T00:00:00Z'), toUnix(now), 'Just now')).toBe(text);
});
