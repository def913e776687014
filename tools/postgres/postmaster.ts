import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '@/tools/cli';
import { findFreePort } from '@/tools/ports';
import { getProcessIdentity } from '@/tools/process-lock.mjs';
import { log } from '@/tools/progress.mjs';
import { type Binaries, type RunAs, spawnPostgres } from './binaries';
import type { DataFolder } from './data-folder';
import type { ClusterOptions } from './init-cluster';

/** Attempts to start Postgres, half a second apart. */
const maxAttempts = 20;

const maxLogBytes = 5_000_000;

const postmasterPidFile = 'postmaster.pid';

/** The running Postgres server of a cluster, according to its postmaster.pid. */
interface Postmaster {
  pid: number;
  port: number;
  state: 'starting' | 'ready' | 'stopping';
}

/** Starts Postgres on the cluster and waits until it accepts connections. Returns its port. */
export async function startPostmaster(
  folder: DataFolder,
  binaries: Binaries,
  runAs: RunAs,
  { temporary }: ClusterOptions,
): Promise<number> {
  const lastPort = Number.parseInt(readFrom(folder.port, 0), 10) || 0;
  let hasCrashed = false;
  for (let attempt = 1; ; attempt += 1) {
    hasCrashed = clearStalePidFile(folder.cluster) || hasCrashed;
    const port = await findFreePort(lastPort);
    // After a crash, clients reconnect to the last port. Child processes of the old Postgres may still use it.
    if (hasCrashed && port !== lastPort && attempt < maxAttempts) {
      await sleep(500);
      continue;
    }
    const logFile = openLog(folder.log);
    const logOffset = fstatSync(logFile).size;
    const server = spawnPostgres(
      { file: binaries.postgres, args: buildSettings(port, temporary), cluster: folder.cluster, runAs },
      logFile,
    );
    closeSync(logFile);
    const exited = once(server, 'exit').then(
      () => '',
      (error: Error) => error.message,
    );
    server.unref();
    const failure = await waitUntilReady(folder, server.pid ?? 0, exited, logOffset);
    if (failure === null) {
      writeFileSync(folder.port, String(port));
      return port;
    }
    const output = failure + readFrom(folder.log, logOffset);
    // Child processes of a killed Postgres exit with a delay, or another program has just taken the port.
    const isTransient = /shared memory block .* still in use|could not bind|lock file .* already exists/;
    if (attempt < maxAttempts && isTransient.test(output)) {
      await sleep(500);
      continue;
    }
    throw createStartError(folder, output);
  }
}

function buildSettings(port: number, temporary: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // The owner role may not terminate autovacuum workers, as tests do when they drop their database.
    ...(temporary && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns null when Postgres accepts connections, or the error message (may be empty) when it has exited. */
async function waitUntilReady(
  folder: DataFolder,
  pid: number,
  exited: Promise<string>,
  logOffset: number,
): Promise<string | null> {
  let isReported = false;
  for (;;) {
    const failure = await Promise.race([exited, sleep(20).then(() => null)]);
    if (failure !== null) return failure;
    const postmaster = findPostmaster(folder.cluster);
    if (postmaster?.pid === pid && postmaster.state === 'ready') return null;
    const isRecovering = /not properly shut down|database system was interrupted/;
    if (!isReported && isRecovering.test(readFrom(folder.log, logOffset))) {
      isReported = true;
      log('recovering the database, which was not shut down properly');
    }
  }
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

function readFrom(path: string, offset: number): string {
  try {
    return readFileSync(path).subarray(offset).toString('utf8');
  } catch {
    return '';
  }
}

function createStartError(folder: DataFolder, output: string): CliError {
  if (/No space left on device/.test(output)) {
    return new CliError(`The disk is full: the database in ${folder.cluster} can't run.`);
  }
  const tail = output.trim().split('\n').slice(-12).join('\n');
  return new CliError(
    `The database in ${folder.cluster} did not start. The last lines of its log, ${folder.log}:\n\n${tail}\n\n` +
      'Move the folder away to start with an empty database, or set DATABASE_URL to use another one.',
  );
}

/** Returns the Postgres that runs on this cluster. Returns null when none does, even if there is a postmaster.pid. */
export function findPostmaster(cluster: string): Postmaster | null {
  const lines = readPidFile(cluster);
  if (!lines) return null;
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0) || !isPostgresOfCluster(pid, cluster)) return null;
  const state = lines[7]?.trim();
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '0', 10),
    state: state === 'ready' || state === 'stopping' ? state : 'starting',
  };
}

/**
 * Removes the postmaster.pid of a crashed Postgres. Postgres would not start when another program has the same
 * process id by now, which is common in a restarted container.
 * @returns whether there was one
 */
function clearStalePidFile(cluster: string): boolean {
  if (!readPidFile(cluster) || findPostmaster(cluster)) return false;
  rmSync(join(cluster, postmasterPidFile), { force: true });
  return true;
}

/** Stops Postgres without waiting for its clients. Resolves when the process has exited. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster);
  if (!postmaster) return;
  const identity = getProcessIdentity(postmaster.pid);
  // SIGINT is a fast shutdown, which disconnects clients and writes all data. SIGQUIT requires crash recovery.
  for (const [signal, timeoutMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    try {
      process.kill(postmaster.pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      if (getProcessIdentity(postmaster.pid) !== identity) return;
      await sleep(20);
    }
  }
}

function readPidFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, postmasterPidFile), 'utf8').split('\n');
  } catch {
    return null;
  }
}

/** The working directory of Postgres is its data directory, which no other program uses. */
function isPostgresOfCluster(pid: number, cluster: string): boolean {
  if (!getProcessIdentity(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return /postgres\s*$/.test(stdout ?? '');
  }
  try {
    const [expected, actual] = [statSync(cluster), statSync(`/proc/${pid}/cwd`)];
    const program = readlinkSync(`/proc/${pid}/exe`);
    return (
      expected.ino === actual.ino && expected.dev === actual.dev && /\/postgres( \(deleted\))?$/.test(program)
    );
  } catch {
    return false;
  }
}
