import type { KeySummary } from '@/lib/db/api-keys';
import { CliError } from './cli';

/** Formats the keys as a table, one line per key. */
export function formatKeys(keys: KeySummary[], now: Date): string {
  if (keys.length === 0) return 'No keys.';
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.role ?? 'app',
    key.accountId ?? 'any account',
    formatState(key, now),
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

function formatState({ revokedAt, expiresAt }: KeySummary, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString().slice(0, 10)}`;
  if (!expiresAt) return 'active';
  return `${expiresAt <= now ? 'expired' : 'until'} ${expiresAt.toISOString().slice(0, 10)}`;
}

const dateFormat = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Parses the expiry of a key: a date (midnight UTC) or a time with its zone, in the future. Returns null, for a key that
 * never expires, when `text` is undefined.
 */
export function parseExpiry(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const expiresAt = parseDate(text);
  if (!expiresAt) throw new CliError(`"${text}" is not a date such as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  if (expiresAt <= now) throw new CliError(`"${text}" is in the past.`);
  return expiresAt;
}

/** A date (midnight UTC) or a time with its zone. Null if the text is neither. */
export function parseDate(text: string): Date | null {
  const date = new Date(text);
  const day = text.slice(0, 10);
  // `Date` parses 31 February as 3 March.
  const isValid =
    dateFormat.test(text) &&
    !Number.isNaN(date.getTime()) &&
    new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isValid ? date : null;
}
