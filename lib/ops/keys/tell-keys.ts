import type { KeySummary } from '@/lib/data/manage-keys';

/** Keys as a table to be read; the secret is not known any more. */
export function tellKeys(keys: KeySummary[], now: Date): string {
  if (keys.length === 0) return 'No keys.';
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.role ?? 'app',
    key.accountId ?? 'any account',
    stateOf(key, now),
    key.name,
  ]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function stateOf({ revokedAt, expiresAt }: KeySummary, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString().slice(0, 10)}`;
  if (!expiresAt) return 'active';
  return `${expiresAt <= now ? 'expired' : 'until'} ${expiresAt.toISOString().slice(0, 10)}`;
}
