import { expect, test } from 'vitest';
import { formatDate, formatIsoTime, formatTime, formatZonedTime } from './date-time';

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
