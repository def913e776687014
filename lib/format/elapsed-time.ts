import { getCachedFormatter } from './cached-formatter';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';
type Elapsed = [count: number, unit: Unit];

/** Whole calendar months between two times, and the remaining days. In UTC, because a duration has no time zone. */
function countMonthsAndDays(from: number, to: number): { months: number; days: number } {
  const start = new Date(from * 1000);
  const end = new Date(to * 1000);
  let months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  if (addMonths(start, months) > end.getTime()) months -= 1;
  return { months, days: Math.floor((end.getTime() - addMonths(start, months)) / (daySeconds * 1000)) };
}

/** Clamps to the last day of the month: 31 January plus one month is 28 February. */
function addMonths(start: Date, months: number): number {
  const date = new Date(start);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(start.getUTCDate(), lastDay));
}

/** The largest unit, followed by months for years and by days for months. */
function toElapsedUnits(from: number, to: number): [Elapsed, ...Elapsed[]] {
  const seconds = Math.max(0, to - from);
  const { months, days } = countMonthsAndDays(from, Math.max(from, to));
  if (months >= 12)
    return [
      [Math.floor(months / 12), 'year'],
      [months % 12, 'month'],
    ];
  if (months > 0)
    return [
      [months, 'month'],
      [days, 'day'],
    ];
  if (seconds >= daySeconds) return [[Math.floor(seconds / daySeconds), 'day']];
  if (seconds >= hourSeconds) return [[Math.floor(seconds / hourSeconds), 'hour']];
  if (seconds >= minuteSeconds) return [[Math.floor(seconds / minuteSeconds), 'minute']];
  return [[seconds, 'second']];
}

/** `2 years, 3 months`. Not every supported browser has `Intl.DurationFormat`. */
export function formatDuration(locale: string, from: number, to: number): string {
  const [first, ...rest] = toElapsedUnits(from, to);
  const parts = [first, ...rest.filter(([count]) => count > 0)].map(([count, unit]) =>
    getCachedFormatter(
      `${unit} ${locale}`,
      () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
    ).format(count),
  );
  const createList = () => new Intl.ListFormat(locale, { type: 'unit', style: 'long' });
  return getCachedFormatter(`units ${locale}`, createList).format(parts);
}

/** `3 months ago` or `in 3 months`, in the largest unit; `justNow` for less than a minute. */
export function formatRelativeTime(locale: string, then: number, now: number, justNow: string): string {
  const [[count, unit]] = toElapsedUnits(Math.min(then, now), Math.max(then, now));
  // "1 day ago", not "yesterday": 30 hours ago may be the day before yesterday.
  return unit === 'second'
    ? justNow
    : getCachedFormatter(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale)).format(
        then < now ? -count : count,
        unit,
      );
}
