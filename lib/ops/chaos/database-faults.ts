import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster, stopPostmaster } from '@/lib/ops/postgres/postmaster';
import { isAlive, processIdentity } from '@/lib/ops/process-identity.mjs';
import type { SeededRandom } from './seeded-random';
import type { Stage } from './stage';

const patienceMs = 60_000;

/** Kills one of the processes that work for the servers, in the middle of its work if one is at any. */
export async function killBackend({ database }: Stage, random: SeededRandom): Promise<void> {
  await until('No server came to use the database.', async () => {
    const backends = await listProcesses(database.url, "application_name = 'app-versions runtime'");
    const busy = backends.filter(({ busy }) => busy);
    const chosen = busy.length > 0 ? busy : backends;
    return chosen.length > 0 && kill(random.pick(chosen).identity);
  });
  // Postgres takes a killed backend for a crash, throws all clients out and recovers.
  await untilReady(database.url);
}

/** Kills the whole database, every process of it, and starts it again. */
export async function killDatabase({ database }: Stage): Promise<void> {
  const processes = await listProcesses(database.url, 'true');
  const postmaster = postmasterOf(database.dataDir);
  if (postmaster === null) throw new Error('The database to be killed does not run.');
  kill(postmaster);
  for (const { identity } of processes) kill(identity);
  // One that was only just killed still looks alive for a moment, and would not be started again.
  await until('The database was killed and did not go.', async () => !isAlive(postmaster));
  await database.revive();
  await untilReady(database.url);
}

/** Shuts the database down as its operator would: clients are cut off, what they were told is kept. */
export function stopDatabase({ database }: Stage): Promise<void> {
  return stopPostmaster(join(database.dataDir, 'postgres'));
}

/** Makes the whole database hang, as a frozen machine would: nothing is closed or refused. Returns what wakes it. */
export async function freezeDatabase({ database }: Stage): Promise<() => void> {
  const frozen = new Set<string>();
  /** Whether it runs no more than before. */
  const freeze = (identity: string | null) => {
    if (identity === null || frozen.has(identity) || !send(identity, 'SIGSTOP')) return true;
    frozen.add(identity);
    return false;
  };
  const wake = () => {
    for (const identity of frozen) send(identity, 'SIGCONT');
  };
  try {
    await withConnection(database.url, async (client) => {
      // It first: it would make new processes while the others are being frozen.
      freeze(postmasterOf(database.dataDir));
      // One that it had only just made may be late to tell of itself.
      await until('The database went on making processes.', async () =>
        (await readProcesses(client, 'true')).map(({ identity }) => freeze(identity)).every(Boolean),
      );
    });
  } catch (error) {
    wake();
    throw error;
  }
  return wake;
}

interface PostgresProcess {
  identity: string | null;
  busy: boolean;
}

/** Processes of the database at `url`, by what it says itself. */
async function listProcesses(url: string, condition: string): Promise<PostgresProcess[]> {
  return withConnection(url, (client) => readProcesses(client, condition));
}

async function readProcesses(client: pg.Client, condition: string): Promise<PostgresProcess[]> {
  const { rows } = await client.query<{ pid: number; busy: boolean }>(
    `SELECT pid, coalesce(state <> 'idle', false) AS busy FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND ${condition}`,
  );
  return rows.map(({ pid, busy }) => ({ identity: processIdentity(pid), busy }));
}

function postmasterOf(dataDir: string): string | null {
  const pid = findPostmaster(join(dataDir, 'postgres'))?.pid;
  return pid === undefined ? null : processIdentity(pid);
}

function kill(identity: string | null): boolean {
  return identity !== null && send(identity, 'SIGKILL');
}

/** Signals the process with this identity and no other that has its number by now. Whether there was one. */
function send(identity: string, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    return process.kill(Number.parseInt(identity, 10), signal);
  } catch {
    // It went by itself.
    return false;
  }
}

/** Resolves once the database takes connections. */
export function untilReady(url: string): Promise<void> {
  return until('The database did not come back.', () =>
    withConnection(url, async (client) => {
      await client.query('SELECT');
      return true;
    }),
  );
}

/** Looks until it is so; a look that fails counts as not yet. Rejects with `otherwise` once patience is over. */
async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    let cause: unknown;
    try {
      if (await isSo()) return;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > giveUpAt) throw new Error(otherwise, { cause });
    await sleep(20);
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
