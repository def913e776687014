import pg from 'pg';
import { verifySession } from '@/lib/db/connection/verify-connection';
import { CliError } from '@/tools/cli';
import { withConnection } from '@/tools/postgres/connect';
import { log } from '@/tools/progress.mjs';

/** The key is an arbitrary constant (lib/db/connection/advisory-locks.ts). */
const migrationLockKey = 7_310_422_019;

/** Migrations of large tables take long. A supervisor starts the process again. */
const migrationLockTimeoutMs = 60_000;

const holderSql = `SELECT a.pid, a.application_name AS name, host(a.client_addr) AS address,
    floor(extract(epoch FROM clock_timestamp() - a.backend_start))::int AS seconds
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND (l.classid::bigint << 32 | l.objid::bigint) = $1
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`;

/**
 * Runs `work` with a direct connection of the owner that holds the migration lock. Throws a `CliError` if another process
 * holds the lock for longer than `timeoutMs`, or if the URL leads to a pooler that keeps no session.
 */
export function withMigrationLock<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  timeoutMs: number = migrationLockTimeoutMs,
): Promise<T> {
  const options = { application_name: 'app-versions migrate' };
  const createClient = () => new pg.Client({ connectionString: url, ...options });
  const lockAndWork = async (client: pg.Client) => {
    await verifySession(client, createClient).catch((error: Error) => {
      throw new CliError(error.message);
    });
    await lock(client, timeoutMs);
    return work(client);
  };
  return withConnection(url, lockAndWork, options);
}

async function lock(client: pg.Client, timeoutMs: number): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [migrationLockKey]);
  if (rows[0]?.locked) return;
  const holder = await describeHolder(client);
  log(`waiting for ${holder}, which migrates the database`);
  try {
    await client.query(`SET lock_timeout = ${timeoutMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLockKey]);
    await client.query('RESET lock_timeout');
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new CliError(
      `Gave up after ${timeoutMs / 1000} seconds: ${await describeHolder(client)} holds the migration lock. Start again when it has ended. Nothing was changed.`,
    );
  }
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query(holderSql, [migrationLockKey]);
  const [holder] = rows;
  if (!holder) return 'another process';
  const { pid, name, address, seconds } = holder;
  return `backend ${pid} (${name || 'unnamed'} from ${address ?? 'this machine'}, connected for ${seconds} s)`;
}
