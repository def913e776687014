import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@/lib/ops/free-port';
import { OperatorError } from '@/lib/ops/operator-error';
import { say } from '@/lib/ops/progress.mjs';
import type { Binaries } from './binaries';
import type { DataFolder } from './data-folder';
import type { ClusterOptions } from './make-cluster';
import { clearStalePidFile, findPostmaster } from './postmaster';
import type { RunAs } from './run-as';
import { spawnServer } from './spawn-postgres';

/** Half a second apart. */
const attempts = 20;

const largestLogBytes = 5_000_000;

/** Starts Postgres on the cluster and waits until it takes connections. Returns its port. */
export async function runCluster(
  folder: DataFolder,
  binaries: Binaries,
  runAs: RunAs,
  { throwaway }: ClusterOptions,
): Promise<number> {
  const lastPort = Number.parseInt(readLog(folder.port, 0), 10) || 0;
  let crashed = false;
  for (let attempt = 1; ; attempt += 1) {
    crashed = clearStalePidFile(folder.cluster) || crashed;
    const port = await freePort(lastPort);
    // A running server waits at the old address, which the helpers of the killed Postgres may hold a little longer.
    if (crashed && port !== lastPort && attempt < attempts) {
      await sleep(500);
      continue;
    }
    const log = openLog(folder.log);
    const logFrom = fstatSync(log).size;
    const server = spawnServer(
      { file: binaries.postgres, args: settings(port, throwaway), cluster: folder.cluster, runAs },
      log,
    );
    closeSync(log);
    const ended = new Promise<string>((resolve) => {
      server.once('error', (error) => resolve(error.message));
      server.once('exit', () => resolve(''));
    });
    server.unref();
    const failure = await untilReady(folder, server.pid ?? 0, ended, logFrom);
    if (failure === null) {
      writeFileSync(folder.port, String(port));
      return port;
    }
    const said = failure + readLog(folder.log, logFrom);
    // The last Postgres was killed and its helpers need a moment to notice, or the port was just taken.
    if (
      attempt < attempts &&
      /shared memory block .* still in use|could not bind|lock file .* already exists/.test(said)
    ) {
      await sleep(500);
      continue;
    }
    throw explain(folder, said);
  }
}

function settings(port: number, throwaway: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // Autovacuum's workers are the superuser's, whom the owner may not send away when a test drops its database.
    ...(throwaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(
  folder: DataFolder,
  pid: number,
  ended: Promise<string>,
  logFrom: number,
): Promise<string | null> {
  let told = false;
  for (;;) {
    const end = await Promise.race([ended, sleep(20).then(() => null)]);
    if (end !== null) return end;
    const postmaster = findPostmaster(folder.cluster);
    if (postmaster?.pid === pid && postmaster.state === 'ready') return null;
    if (
      !told &&
      /not properly shut down|database system was interrupted/.test(readLog(folder.log, logFrom))
    ) {
      told = true;
      say('the database was not shut down properly; it is recovering');
    }
  }
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLogBytes) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

function readLog(path: string, from: number): string {
  try {
    return readFileSync(path).subarray(from).toString('utf8');
  } catch {
    return '';
  }
}

function explain(folder: DataFolder, said: string): OperatorError {
  if (/No space left on device/.test(said)) {
    return new OperatorError(`The disk is full: the database in ${folder.cluster} can't run.`);
  }
  const tail = said.trim().split('\n').slice(-12).join('\n');
  return new OperatorError(
    `The database in ${folder.cluster} did not start. Its log, ${folder.log}, ends:\n\n${tail}\n\n` +
      'Move the folder away to begin with an empty database, or set DATABASE_URL to use another one.',
  );
}
