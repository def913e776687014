import pg from 'pg';
import { withoutForeignKeys } from './without-foreign-keys';

export interface AccountRange {
  appId: string;
  /** Numbers of the first and the last account; their ids follow from them. */
  from: number;
  to: number;
  /** Entries in the history of each. */
  entries: number;
}

/** Id of the account with this number. */
export function accountId(number: number): string {
  return `acc_${String(number).padStart(26, '0')}`;
}

/** How many rows one statement writes. */
const batch = 200_000;

/** How many parts the work has, for a bar. */
export function countParts({ from, to, entries }: AccountRange): number {
  return Math.ceil((to - from + 1) / accountsABatch(entries));
}

/**
 * Writes accounts with their histories in bulk, past the product's code, as the owner whom row-level security does
 * not bind here. Each account goes from version to version; the snapshots of all must be there.
 */
export async function loadAccounts(
  databaseUrl: string,
  range: AccountRange,
  onPart: () => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The load may be lost; what is measured may not.
    await client.query('SET synchronous_commit = off');
    await withoutForeignKeys(client, ['accounts', 'activations'], async () => {
      const step = accountsABatch(range.entries);
      for (let from = range.from; from <= range.to; from += step) {
        await loadBatch(client, { ...range, from, to: Math.min(range.to, from + step - 1) });
        onPart();
      }
    });
    await client.query('VACUUM (ANALYZE) accounts, activations');
  } finally {
    await client.end();
  }
}

/** Adds entries to the history of one account that has `has` of them. */
export async function lengthenHistory(
  databaseUrl: string,
  { appId, account, has, to }: { appId: string; account: number; has: number; to: number },
  onRows: (rows: number) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await withoutForeignKeys(client, ['activations'], async () => {
      for (let from = has + 1; from <= to; from += batch) {
        const last = Math.min(to, from + batch - 1);
        await client.query(insertEntries, [appId, account, account, from, last]);
        onRows(last - from + 1);
      }
    });
    await client.query('VACUUM (ANALYZE) activations');
  } finally {
    await client.end();
  }
}

function accountsABatch(entries: number): number {
  return Math.max(1, Math.floor(batch / Math.max(1, entries)));
}

async function loadBatch(client: pg.Client, { appId, from, to, entries }: AccountRange): Promise<void> {
  await client.query(
    `INSERT INTO accounts (app_id, id, title)
     SELECT $1, 'acc_' || lpad(n::text, 26, '0'), 'Account ' || n FROM generate_series($2::int, $3::int) n`,
    [appId, from, to],
  );
  if (entries > 0) await client.query(insertEntries, [appId, from, to, 1, entries]);
}

/** Entry s of account n is of version (n + s), counted round by fee; one an hour. */
const insertEntries = `
  WITH ladder AS (
    SELECT digest, version_id, fee, (row_number() OVER (ORDER BY fee, version_id) - 1)::int AS step,
      (count(*) OVER ())::int AS steps
    FROM version_snapshots WHERE app_id = $1)
  INSERT INTO activations (app_id, account_id, sequence, id, version_id, snapshot_digest, previous_digest,
    direction, activated_at, actor_kind, actor_name, channel)
  SELECT $1, 'acc_' || lpad(n::text, 26, '0'), s, 'avh_' || lpad((n::bigint * 100000000 + s)::text, 26, '0'),
    v.version_id, v.digest, CASE WHEN s > 1 THEN w.digest END,
    (CASE WHEN s = 1 THEN 'none' WHEN w.fee < v.fee THEN 'upgrade' ELSE 'downgrade' END)::direction,
    timestamptz '2020-01-01 00:00Z' + s * interval '10 seconds', 'operator', 'Bench', 'command'
  FROM generate_series($2::int, $3::int) n CROSS JOIN generate_series($4::int, $5::int) s
  JOIN ladder v ON v.step = (n + s) % v.steps
  JOIN ladder w ON w.step = (n + s - 1) % w.steps
  ORDER BY n, s`;
