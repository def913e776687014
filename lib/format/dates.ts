/** Where and how a reader reads a moment. Both are arguments everywhere: a server has no zone of its own. */
export interface Clock {
  locale: string;
  timeZone: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor({ locale, timeZone }: Clock, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${timeZone} ${name}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}

const toDate = (unixSeconds: number) => new Date(unixSeconds * 1000);

/** `3 March 2026` */
export function formatDate(unixSeconds: number, clock: Clock): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return formatterFor(clock, 'date', options).format(toDate(unixSeconds));
}

/**
 * `10:32 UTC`: a moment that money hangs on says its zone. Who has a day to say before it joins the two with a comma of
 * its own: releases of ICU disagree there ("at", ",") and server and browser must write the same.
 */
export function formatZonedTime(unixSeconds: number, clock: Clock): string {
  const options = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return formatterFor(clock, 'zoned', options).format(toDate(unixSeconds));
}

/** `10:32` */
export function formatTime(unixSeconds: number, clock: Clock): string {
  return formatterFor(clock, 'time', { hour: '2-digit', minute: '2-digit' }).format(toDate(unixSeconds));
}

/** For the `datetime` attribute of `<time>`. */
export function machineTime(unixSeconds: number): string {
  return toDate(unixSeconds).toISOString().replace('.000Z', 'Z');
}
