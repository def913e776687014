import type { KeySummary } from '@/lib/db/access';
import { findLastDay, formatIsoDate, getStartOfDay, getStartOfDayAfter } from '@/lib/format/date-time';
import { CliError } from './cli';

/** Formats the keys as a table, one line per key, with last days in the time zone of the app. */
export function formatKeys(keys: KeySummary[], now: Date, timeZone: string): string {
  if (keys.length === 0) return 'No keys.';
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.role ?? 'app',
    key.accountId ?? 'any account',
    formatState(key, now, timeZone),
    key.name,
  ]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatState({ revokedAt, expiresAt }: KeySummary, now: Date, timeZone: string): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString().slice(0, 10)}`;
  if (!expiresAt) return 'active';
  const at = expiresAt.getTime() / 1000;
  const lastDay = findLastDay(at, timeZone);
  const end = lastDay === null ? expiresAt.toISOString() : formatIsoDate(lastDay, timeZone);
  return `${expiresAt <= now ? 'expired' : 'until'} ${end}`;
}

const dateFormat = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Parses the expiry of a key: a last day in the time zone of its app, or a time with its zone, in the future. Returns null, for a
 * key that never expires, when `text` is undefined.
 */
export function parseExpiry(text: string | undefined, now: Date, timeZone: string): Date | null {
  if (text === undefined) return null;
  const expiresAt = parseDate(text, (day) => getStartOfDayAfter(day, timeZone));
  if (!expiresAt) throw new CliError(`"${text}" is not a date such as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  if (expiresAt <= now) throw new CliError(`"${text}" is in the past.`);
  return expiresAt;
}

/** Parses a first day in the time zone of the app, or a time with its zone. Returns null if the text is neither. */
export const parseStart = (text: string, timeZone: string) =>
  parseDate(text, (day) => getStartOfDay(day, timeZone));

function parseDate(text: string, getTime: (day: string) => number): Date | null {
  const date = new Date(text);
  const day = text.slice(0, 10);
  // `Date` parses 31 February as 3 March.
  const isValid =
    dateFormat.test(text) &&
    !Number.isNaN(date.getTime()) &&
    new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (!isValid) return null;
  return text === day ? new Date(getTime(day) * 1000) : date;
}
