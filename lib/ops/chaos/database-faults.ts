import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster } from '@/lib/ops/postgres/postmaster';
import { isAlive, processIdentity } from '@/lib/ops/process-identity.mjs';
import type { SeededRandom } from './seeded-random';
import type { Stage } from './stage';

const patienceMs = 60_000;

/** Kills one of the processes that work for the servers, in the middle of its work if one is at any. */
export async function killBackend({ database }: Stage, random: SeededRandom): Promise<void> {
  const backends = await listProcesses(database.url, "application_name = 'app-versions runtime'");
  const busy = backends.filter(({ busy }) => busy);
  const chosen = busy.length > 0 ? busy : backends;
  if (chosen.length > 0) kill(random.pick(chosen).identity);
  // Postgres takes a killed backend for a crash, throws all clients out and recovers.
  await untilReady(database.url);
}

/** Kills the whole database, every process of it, and starts it again. */
export async function killDatabase({ database }: Stage): Promise<void> {
  const processes = await listProcesses(database.url, 'true');
  const postmaster = findPostmaster(join(database.dataDir, 'postgres'));
  if (!postmaster) throw new Error('The database to be killed does not run.');
  kill(processIdentity(postmaster.pid));
  for (const { identity } of processes) kill(identity);
  // One that was only just killed still looks alive for a moment, and would not be started again.
  while (findPostmaster(join(database.dataDir, 'postgres'))?.pid === postmaster.pid) await sleep(20);
  await database.revive();
  await untilReady(database.url);
}

interface PostgresProcess {
  identity: string | null;
  busy: boolean;
}

/** Processes of the database at `url`, by what it says itself. */
async function listProcesses(url: string, condition: string): Promise<PostgresProcess[]> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ pid: number; busy: boolean }>(
      `SELECT pid, coalesce(state <> 'idle', false) AS busy FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND ${condition}`,
    );
    return rows.map(({ pid, busy }) => ({ identity: processIdentity(pid), busy }));
  });
}

/** Kills the process with this identity and no other that has its number by now. */
function kill(identity: string | null): void {
  if (identity === null || !isAlive(identity)) return;
  try {
    process.kill(Number.parseInt(identity, 10), 'SIGKILL');
  } catch {
    // It went by itself.
  }
}

/** Resolves once the database takes connections. */
export async function untilReady(url: string): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await withConnection(url, (client) => client.query('SELECT'));
      return;
    } catch (error) {
      if (performance.now() > until) throw new Error('The database did not come back.', { cause: error });
      await sleep(50);
    }
  }
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  // It may be thrown out at any moment.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
