import { describe, expect, it, test } from 'vitest';
import {
  findLastDay,
  formatDate,
  formatIsoDate,
  formatIsoTime,
  formatTime,
  formatZonedTime,
  getStartOfDay,
  getStartOfDayAfter,
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

describe('a last day', () => {
  it.each([
    ['2026-12-31', 'UTC', '2027-01-01T00:00Z'],
    ['2026-12-31', 'Europe/Berlin', '2026-12-31T23:00Z'],
    ['2028-02-29', 'Asia/Kolkata', '2028-02-29T18:30Z'],
    // Days of 23 and 25 hours.
    ['2027-03-28', 'Europe/Berlin', '2027-03-28T22:00Z'],
    ['2027-10-31', 'Europe/Berlin', '2027-10-31T23:00Z'],
    // Midnight does not exist.
    ['2026-09-05', 'America/Santiago', '2026-09-06T04:00Z'],
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00Z'],
    // The last hour is repeated.
    ['2026-04-04', 'America/Santiago', '2026-04-05T04:00Z'],
    ['2026-10-29', 'Africa/Cairo', '2026-10-29T22:00Z'],
    // Midnight is repeated.
    ['2026-10-31', 'America/Havana', '2026-11-01T04:00Z'],
    // 30 December 2011 does not exist.
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T10:00Z'],
    ['2026-12-31', 'Pacific/Apia', '2026-12-31T11:00Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00Z'],
    ['2026-12-31', 'Etc/GMT+12', '2027-01-01T12:00Z'],
  ])('%s in %s ends at %s, and is the last day before', (day, zone, end) => {
    const at = getStartOfDayAfter(day, zone);
    expect(new Date(at * 1000)).toEqual(new Date(end));
    expect(formatIsoDate(findLastDay(at, zone) ?? 0, zone)).toBe(day);
    expect(findLastDay(at + 1, zone)).toBeNull();
    expect(findLastDay(at - 1, zone)).toBeNull();
  });

  it('does not exist: NaN', () => {
    expect(getStartOfDay('2027-02-99', 'UTC')).toBeNaN();
    expect(getStartOfDayAfter('', 'UTC')).toBeNaN();
  });

  it('is the one before the start of each day of a year', () => {
    for (const zone of ['America/Santiago', 'Africa/Cairo', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC']) {
      for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
        const day = new Date(time).toISOString().slice(0, 10);
        const start = getStartOfDay(day, zone);
        expect(formatIsoDate(start, zone)).toBe(day);
        expect(findLastDay(start, zone)).toBe(start - 1);
      }
    }
  });
});
