import { expect } from 'vitest';
import type { Database } from '@/lib/db/connection/client';

/** Holds what writes to a table, such as a switch after it has locked its account. Returns how to release it. */
export async function lockTable(owner: Database, table: string): Promise<() => Promise<void>> {
  const client = await owner.pool.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

/** Counts the sessions of the database that wait for a lock. */
export async function countLockWaiters(owner: Database): Promise<number> {
  const { rows } = await owner.pool.query<{ count: number }>(
    `SELECT count(DISTINCT l.pid)::int FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE NOT l.granted AND a.datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

/** Resolves once `count` sessions of the database wait for a lock. */
export async function waitForLockWaiters(owner: Database, count: number): Promise<void> {
  await expect.poll(() => countLockWaiters(owner)).toBe(count);
}
