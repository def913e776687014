import { getCachedFormatter } from './cached-formatter';

/** Always passed in, because the server's own time zone is not the user's. */
export interface DateFormatOptions {
  locale: string;
  timeZone: string;
}

/** `name` identifies `fields`. */
function getFormatter(
  { locale, timeZone }: DateFormatOptions,
  name: string,
  fields: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return getCachedFormatter(
    `${name} ${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locale, { ...fields, timeZone }),
  );
}

const toDate = (unixSeconds: number) => new Date(unixSeconds * 1000);

/** `3 March 2026` */
export function formatDate(unixSeconds: number, options: DateFormatOptions): string {
  const fields = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return getFormatter(options, 'date', fields).format(toDate(unixSeconds));
}

/**
 * `10:32 UTC`. To show a date before it, join the two texts: `Intl` joins them with "at" or a comma depending on the ICU
 * version, and the server and the browser must render the same.
 */
export function formatZonedTime(unixSeconds: number, options: DateFormatOptions): string {
  const fields = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return getFormatter(options, 'zoned', fields).format(toDate(unixSeconds));
}

/** `10:32` */
export function formatTime(unixSeconds: number, options: DateFormatOptions): string {
  return getFormatter(options, 'time', { hour: '2-digit', minute: '2-digit' }).format(toDate(unixSeconds));
}

/** `2026-03-03T10:32:00Z`, for the `datetime` attribute of `<time>`. */
export function formatIsoTime(unixSeconds: number): string {
  return toDate(unixSeconds).toISOString().replace('.000Z', 'Z');
}

/** `2026-03-03`, the day in the time zone. */
export function formatIsoDate(unixSeconds: number, timeZone: string): string {
  const fields = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return getFormatter({ locale: 'en-CA', timeZone }, 'iso', fields).format(toDate(unixSeconds));
}

const daySeconds = 24 * 60 * 60;

/**
 * The first second of a day such as `2026-12-31`, in Unix seconds. Where clocks skip midnight, the day begins later, and a
 * day that they skip begins with the next one. NaN for a day that does not exist.
 */
export function getStartOfDay(day: string, timeZone: string): number {
  return findFirstSecond(day, timeZone, (shown) => shown >= day);
}

/** The end of a last day: the start of the day after it, in Unix seconds. NaN for a day that does not exist. */
export function getStartOfDayAfter(day: string, timeZone: string): number {
  return findFirstSecond(day, timeZone, (shown) => shown > day);
}

/** The first second around `day` whose day fulfills a condition, which all later ones do too. */
function findFirstSecond(day: string, timeZone: string, isReached: (shown: string) => boolean): number {
  // Zones differ from UTC by less than a day.
  let before = Date.parse(`${day}T00:00Z`) / 1000 - daySeconds;
  let at = before + 3 * daySeconds;
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (isReached(formatIsoDate(middle, timeZone))) at = middle;
    else before = middle;
  }
  return at;
}

/** A time in the last day before `at`, in Unix seconds, or null if no day starts at `at`. */
export function findLastDay(at: number, timeZone: string): number | null {
  const last = at - 1;
  return formatIsoDate(last, timeZone) === formatIsoDate(at, timeZone) ? null : last;
}
