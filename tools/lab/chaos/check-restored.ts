import type pg from 'pg';
import { runtimeRole } from '@/lib/db/connection/client';
import { runSql, withClient } from '@/tools/postgres/scratch-database';
import type { AddOnRun } from './check-add-ons';
import type { AccountRun, Violation } from './check-history';

type Run = AccountRun & AddOnRun;

/** A moment between two times of the clock of the operations: that of a backup, or of a restore. */
export interface RecoveryPoint {
  from: number;
  to: number;
}

/**
 * The operations that a database restored to `point` can have, for the checks of its histories: those that completed before are
 * definite, those under way are not, and an entry of a later one belongs to no operation. It is a pure function.
 */
export function cutRun({ accountId, operations, toggles, reads }: Run, point: RecoveryPoint) {
  const cut = <Operation extends Run['operations'][number] | Run['toggles'][number]>(all: Operation[]) =>
    all
      .filter(({ invokedAt }) => invokedAt <= point.to)
      .map((operation): Operation => {
        const isDefinite = operation.completedAt < point.from || operation.outcome.kind === 'rejected';
        return isDefinite
          ? operation
          : { ...operation, completedAt: Number.POSITIVE_INFINITY, outcome: { kind: 'unknown' } };
      });
  return {
    accountId,
    operations: cut(operations),
    toggles: cut(toggles),
    reads: reads.filter(({ completedAt }) => completedAt < point.from),
  };
}

/** By table: the number of rows, and a digest that does not depend on their order. */
export type TableDigests = Map<string, string>;

/** Columns that a restore changes (`shiftTransactionIds`). */
const changedColumns = ['xid', 'dispatched_xid', 'event_xid'];
/** Tables without a backup. */
const excludedTables = ['rate_limits', 'setup_links'];

/** Reads the digests of all tables, as a role that bypasses row-level security or as the owner of a restored database. */
export async function readTableDigests(url: string): Promise<TableDigests> {
  return withClient(url, async (client) => {
    await client.query(`BEGIN; SELECT set_config('tenant.backup', 'on', true); SET LOCAL timezone = 'UTC'`);
    const tables = await client.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname`,
      [excludedTables],
    );
    const digests: TableDigests = new Map();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ digest: string }>(
        `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)::numeric), 0) AS digest
         FROM "${name}" t`,
        [changedColumns],
      );
      digests.set(name, rows[0]?.digest ?? '');
    }
    return digests;
  });
}

/** Compares the tables of a restored database with those of the original one. */
export function compareTables(expected: TableDigests, actual: TableDigests): Violation[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names].flatMap((name): Violation[] => {
    const [wanted, found] = [expected.get(name) ?? 'no table', actual.get(name) ?? 'no table'];
    if (wanted === found) return [];
    const message = `${name} has ${found}; before the backup it had ${wanted}`;
    return [{ accountId: 'all', invariant: 'restored rows', message }];
  });
}

/** Statements that history refuses, and by which error: the trigger stops the owner, its privileges the role of the server. */
const changes = ['UPDATE $ SET app_id = app_id', 'DELETE FROM $', 'TRUNCATE $ CASCADE'];
const expectedErrors = { owner: '23001', runtime: '42501' };

/**
 * Tries to change the history tables as the owner and as the role of the server. Of a table in which the tenant has no
 * rows, whose triggers do not run, the triggers must be enabled. Returns the number of statements too.
 */
export async function checkProtection(
  ownerUrl: string,
  tables: string[],
  tenant: { appId: string; accountId: string },
): Promise<{ statements: number; violations: Violation[] }> {
  const violations: Violation[] = [];
  let statements = 0;
  const withTrigger = await listHistoryTables(ownerUrl);
  await withClient(ownerUrl, async (client) => {
    for (const table of tables) {
      for (const [role, expected] of Object.entries(expectedErrors)) {
        for (const change of changes) {
          const sql = change.replace('$', `"${table}"`);
          await client.query('BEGIN');
          await client.query(
            `SELECT set_config('tenant.app_id', $1, true), set_config('tenant.account_id', $2, true)`,
            [tenant.appId, tenant.accountId],
          );
          if (role === 'runtime') await client.query(`SET LOCAL ROLE "${runtimeRole}"`);
          const code = await client.query(sql).then(
            ({ rowCount }) => (rowCount === 0 && withTrigger.includes(table) ? expected : 'no error'),
            (error: pg.DatabaseError) => error.code ?? error.message,
          );
          await client.query('ROLLBACK');
          statements += 1;
          if (code === expected) continue;
          const message = `${sql} as ${role} ended with ${code} instead of ${expected}`;
          violations.push({ accountId: tenant.accountId, invariant: 'protected history', message });
        }
      }
    }
  });
  return { statements, violations };
}

/** The tables whose triggers reject changes. */
export async function listHistoryTables(url: string): Promise<string[]> {
  const rows = await runSql<{ name: string }>(
    url,
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger
     WHERE tgfoid = 'reject_change'::regproc AND tgenabled <> 'D' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
