export const timeZoneCookie = 'time_zone';

/** The time zone of a cookie. UTC for an unknown one, at which `Intl` throws. */
export function parseTimeZone(zone: string | undefined): string {
  if (!zone) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
