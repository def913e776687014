const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';
type Elapsed = [count: number, unit: Unit];

/** Whole calendar months between two moments, and the days left over. UTC: a duration has no zone. */
function monthsAndDays(from: number, to: number): { months: number; days: number } {
  const start = new Date(from * 1000);
  const end = new Date(to * 1000);
  let months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  if (addMonths(start, months) > end.getTime()) months -= 1;
  return { months, days: Math.floor((end.getTime() - addMonths(start, months)) / (day * 1000)) };
}

/** 31 January and a month is the last of February, not 3 March. */
function addMonths(start: Date, months: number): number {
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  return moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
}

/** The largest unit first; a second one only below years and months, where it still means something. */
function elapsed(from: number, to: number): [Elapsed, ...Elapsed[]] {
  const seconds = Math.max(0, to - from);
  const { months, days } = monthsAndDays(from, Math.max(from, to));
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
  if (seconds >= day) return [[Math.floor(seconds / day), 'day']];
  if (seconds >= hour) return [[Math.floor(seconds / hour), 'hour']];
  if (seconds >= minute) return [[Math.floor(seconds / minute), 'minute']];
  return [[seconds, 'second']];
}

/** `2 years, 3 months`. `Intl.DurationFormat` would do it, but not every browser we serve has it. */
export function formatDuration(locale: string, from: number, to: number): string {
  const [first, ...rest] = elapsed(from, to);
  const parts = [first, ...rest.filter(([count]) => count > 0)].map(([count, unit]) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  );
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(parts);
}

/** `3 months ago`, by the largest unit alone; `now` below a minute. */
export function formatRelative(locale: string, then: number, now: number): string {
  const [[count, unit]] = elapsed(then, now);
  // "1 day ago", not "yesterday": thirty hours ago may be the day before.
  if (unit !== 'second') return new Intl.RelativeTimeFormat(locale).format(-count, unit);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
}
