import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from '@/lib/db/connection/client';
import type { OpenDatabase } from '@/tools/postgres/open-database';
import { findPostmaster, stopPostmaster } from '@/tools/postgres/postmaster';
import { runSql, withClient } from '@/tools/postgres/scratch-database';
import { getProcessIdentity, isProcessAlive } from '@/tools/process-lock.mjs';
import { waitUntil as pollUntil } from '@/tools/testing/wait-until';
import type { SeededRandom } from './seeded-random';

/** The embedded database of a chaos environment. */
export type ChaosDatabase = OpenDatabase & { dataDir: string };

interface WithDatabase {
  database: ChaosDatabase;
}

/** Kills one backend process that serves the application servers, a busy one if there is any. */
export async function killBackend({ database }: WithDatabase, random: SeededRandom): Promise<void> {
  await waitUntil('No server connected to the database.', async () => {
    const backends = await listProcesses(database.url, "application_name = 'app-versions runtime'");
    const busy = backends.filter(({ busy }) => busy);
    const candidates = busy.length > 0 ? busy : backends;
    return candidates.length > 0 && killProcess(random.pick(candidates).identity);
  });
  // Postgres treats a killed backend as a crash: it disconnects all clients and recovers.
  await waitForDatabase(database.url);
}

/** Kills every process of the database and starts it again. */
export async function killDatabase({ database }: WithDatabase): Promise<void> {
  const processes = await listProcesses(database.url, 'true');
  const postmaster = findPostmasterIdentity(database.dataDir);
  if (postmaster === null) throw new Error('The database to kill is not running.');
  killProcess(postmaster);
  for (const { identity } of processes) killProcess(identity);
  // A killed process counts as alive until it is reaped, and the database would not be restarted.
  await waitUntil('The database did not exit after it was killed.', async () => !isProcessAlive(postmaster));
  await database.restartIfStopped();
  await waitForDatabase(database.url);
}

/** Shuts the database down as its operator would: clients are disconnected, committed data is kept. */
export function stopDatabase({ database }: WithDatabase): Promise<void> {
  return stopPostmaster(join(database.dataDir, 'postgres'));
}

/** Suspends every process of the database. Connections stay open and get no response. Returns what resumes them. */
export async function freezeDatabase({ database }: WithDatabase): Promise<() => void> {
  const frozen = new Set<string>();
  /** Returns true if there was nothing left to suspend. */
  const freeze = (identity: string | null) => {
    if (identity === null || frozen.has(identity) || !signalProcess(identity, 'SIGSTOP')) return true;
    frozen.add(identity);
    return false;
  };
  const resume = () => {
    for (const identity of frozen) signalProcess(identity, 'SIGCONT');
  };
  try {
    await withConnection(database.url, async (client) => {
      // The postmaster comes first, because it would start new processes meanwhile.
      freeze(findPostmasterIdentity(database.dataDir));
      // A process that it has just started may not be listed yet.
      await waitUntil('The database kept starting processes.', async () =>
        (await readProcesses(client, 'true')).map(({ identity }) => freeze(identity)).every(Boolean),
      );
    });
  } catch (error) {
    resume();
    throw error;
  }
  return resume;
}

interface PostgresProcess {
  identity: string | null;
  busy: boolean;
}

/** Processes of the database from pg_stat_activity. */
async function listProcesses(url: string, condition: string): Promise<PostgresProcess[]> {
  return withConnection(url, (client) => readProcesses(client, condition));
}

async function readProcesses(client: pg.Client, condition: string): Promise<PostgresProcess[]> {
  const { rows } = await client.query<{ pid: number; busy: boolean }>(
    `SELECT pid, coalesce(state <> 'idle', false) AS busy FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND ${condition}`,
  );
  return rows.map(({ pid, busy }) => ({ identity: getProcessIdentity(pid), busy }));
}

function findPostmasterIdentity(dataDir: string): string | null {
  const pid = findPostmaster(join(dataDir, 'postgres'))?.pid;
  return pid === undefined ? null : getProcessIdentity(pid);
}

function killProcess(identity: string | null): boolean {
  return identity !== null && signalProcess(identity, 'SIGKILL');
}

/** Signals exactly this process, not another one that reuses its pid. Returns whether it existed. */
function signalProcess(identity: string, signal: NodeJS.Signals): boolean {
  if (!isProcessAlive(identity)) return false;
  try {
    return process.kill(Number.parseInt(identity, 10), signal);
  } catch {
    // It exited in between.
    return false;
  }
}

/** Resolves when the database accepts connections. */
export function waitForDatabase(url: string): Promise<void> {
  return waitUntil('The database did not come back.', () =>
    withConnection(url, async (client) => {
      await client.query('SELECT');
      return true;
    }),
  );
}

/** Polls until `condition` returns true; an error counts as false. */
function waitUntil(message: string, condition: () => Promise<boolean>): Promise<void> {
  let cause: unknown;
  const check = () =>
    condition().catch((error) => {
      cause = error;
      return false;
    });
  return pollUntil(() => (cause ? `${message} ${cause}` : message), check);
}

function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, work, { connectionTimeoutMillis: 5000, query_timeout: 5000 });
}

/**
 * Shadows Postgres' `clock_timestamp()` with a function that adds an offset, so that the time of all servers can be
 * changed at once. Sessions that are already open keep the real clock.
 */
export async function installFakeClock(owner: Database): Promise<void> {
  await owner.$executeRaw`CREATE TABLE clock_offset (seconds integer NOT NULL)`;
  await owner.$executeRaw`INSERT INTO clock_offset VALUES (0)`;
  await owner.$executeRaw`GRANT SELECT ON clock_offset TO PUBLIC`;
  await owner.$executeRaw`
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
      SELECT pg_catalog.clock_timestamp() + make_interval(secs => (SELECT seconds FROM public.clock_offset))
    $$`;
  await owner.$executeRaw`
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$`;
}

/** Sets the clock to `offsetSeconds` after the real time, or before it if negative. */
export async function setFakeClock(databaseUrl: string, offsetSeconds: number): Promise<void> {
  await runSql(databaseUrl, `UPDATE clock_offset SET seconds = ${Math.trunc(offsetSeconds)}`);
}

/** Delays some notices, so that servers are also killed between the commit of a switch and its notice. */
export async function delayNotices(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `ALTER FUNCTION publish_notices RENAME TO publish_notices_at_once;
     CREATE FUNCTION publish_notices(payloads text[], own integer, token text) RETURNS json LANGUAGE plpgsql AS $$
     BEGIN
       IF random() < 0.1 THEN PERFORM pg_sleep(0.1); END IF;
       RETURN publish_notices_at_once(payloads, own, token);
     END $$`,
  );
}

/**
 * Defects of each mode of `npm run chaos`, without a change to the service. They validate the checks: a run with any of them
 * must report violations. The mode applies those that are no statements.
 */
export const defects = {
  kills: ['keys', 'lock', 'durability', 'events', 'order', 'changes', 'notify-lost'],
  cluster: ['standby'],
  restore: ['rows', 'tenants', 'protection'],
  pointInTime: ['early', 'late'],
  update: ['contract'],
  hostile: [],
} as const;
export type Defect = (typeof defects)[keyof typeof defects][number];

const defectStatements: Partial<Record<Defect, string[]>> = {
  // Idempotency records expire at once.
  keys: [
    `CREATE FUNCTION expire_key() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.expires_at := NEW.created_at; RETURN NEW; END $$`,
    'CREATE TRIGGER expire_key BEFORE INSERT ON idempotency_records FOR EACH ROW EXECUTE FUNCTION expire_key()',
  ],
  // Accounts become a view of a function, which has no rows to lock, and sequence numbers need not be unique.
  lock: [
    'ALTER TABLE account_history DROP CONSTRAINT account_history_pkey',
    'DROP INDEX account_history_versions_idx',
    'ALTER TABLE accounts RENAME TO accounts_table',
    'CREATE FUNCTION list_accounts() RETURNS SETOF accounts_table VOLATILE LANGUAGE sql AS $$ SELECT * FROM accounts_table $$',
    'CREATE VIEW accounts WITH (security_invoker) AS SELECT * FROM list_accounts()',
    'GRANT SELECT, UPDATE ON accounts TO app_versions_runtime',
  ],
  // The rows of a table are not in the backup.
  rows: ['ALTER POLICY "backup" ON account_history USING (false)'],
  // Nothing that row-level security protects is in the backup, as in a dump with --enable-row-security.
  tenants: [
    'CREATE OR REPLACE FUNCTION is_backup() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT false $$',
  ],
  // Some switches write no event.
  events: [
    `CREATE FUNCTION drop_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RETURN CASE WHEN random() > 0.1 THEN NEW END; END $$`,
    'CREATE TRIGGER drop_event BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION drop_event()',
  ],
  // Some changes are never due, canceled ones are applied, and the highest price that a version had counts as confirmed.
  changes: [
    `CREATE FUNCTION forget_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.due_at := CASE WHEN random() > 0.3 THEN NEW.due_at END; RETURN NEW; END $$`,
    'CREATE TRIGGER forget_change BEFORE INSERT ON account_changes FOR EACH ROW EXECUTE FUNCTION forget_change()',
    `CREATE FUNCTION confirm_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM set_config('tenant.app_id', NEW.app_id, true);
        NEW.confirmed := NEW.confirmed || jsonb_build_object('to', (
          SELECT s.digest FROM version_snapshots s WHERE s.app_id = NEW.app_id AND s.version_id = NEW.version_id
          ORDER BY s.fee DESC LIMIT 1));
        RETURN NEW;
      END $$`,
    `CREATE TRIGGER confirm_change BEFORE UPDATE ON account_changes FOR EACH ROW
      WHEN (OLD.outcome IS NULL AND NEW.outcome IS NULL) EXECUTE FUNCTION confirm_change()`,
    `CREATE FUNCTION repeat_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO account_changes SELECT (jsonb_populate_record(NEW, jsonb_build_object(
          'id', overlay(NEW.id placing CASE substr(NEW.id, 15, 1) WHEN '7' THEN '6' ELSE '7' END from 15 for 1), 'outcome', NULL, 'ended_at', NULL, 'effective_at', pg_catalog.clock_timestamp()))).*;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER repeat_change AFTER UPDATE ON account_changes FOR EACH ROW
      WHEN (NEW.outcome = 'canceled') EXECUTE FUNCTION repeat_change()`,
  ],
  // The other servers are not notified of switches.
  'notify-lost': [
    `CREATE OR REPLACE FUNCTION publish_notices(payloads text[], own integer, token text) RETURNS json LANGUAGE sql
      AS $$ SELECT '[]'::json $$`,
  ],
  // Deliveries do not wait for earlier ones of their account.
  order: [
    `CREATE FUNCTION start_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.state := 'waiting'; RETURN NEW; END $$`,
    'CREATE TRIGGER start_delivery BEFORE INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION start_delivery()',
  ],
};

export async function injectDefect(databaseUrl: string, defect: Defect): Promise<void> {
  for (const statement of defectStatements[defect] ?? []) await runSql(databaseUrl, statement);
}
