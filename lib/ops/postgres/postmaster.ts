import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from '@/lib/ops/process-identity.mjs';

/** What the running Postgres of a data folder wrote about itself. */
export interface Postmaster {
  pid: number;
  port: number;
  state: 'starting' | 'ready' | 'stopping';
}

const pidFile = 'postmaster.pid';

/** The Postgres that runs on this cluster; null when none does, whatever its pid file says. */
export function findPostmaster(cluster: string): Postmaster | null {
  const lines = readPidFile(cluster);
  if (!lines) return null;
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0) || !runsOn(pid, cluster)) return null;
  const state = lines[7]?.trim();
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '0', 10),
    state: state === 'ready' || state === 'stopping' ? state : 'starting',
  };
}

/**
 * Removes the pid file of a Postgres that is gone. Postgres would refuse to start where its old process number
 * belongs to another program by now, as it soon does in a restarted container.
 * @returns whether there was one, that is, whether Postgres went without saying goodbye
 */
export function clearStalePidFile(cluster: string): boolean {
  if (!readPidFile(cluster) || findPostmaster(cluster)) return false;
  rmSync(join(cluster, pidFile), { force: true });
  return true;
}

/** Stops Postgres without waiting for its clients, and waits until it is gone. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = findPostmaster(cluster);
  if (!postmaster) return;
  const identity = processIdentity(postmaster.pid);
  // SIGINT is Postgres' fast shutdown: clients are cut off, data is written. SIGQUIT leaves it to crash recovery.
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    try {
      process.kill(postmaster.pid, signal);
    } catch {
      return;
    }
    const until = performance.now() + patienceMs;
    while (performance.now() < until) {
      if (processIdentity(postmaster.pid) !== identity) return;
      await sleep(20);
    }
  }
}

function readPidFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, pidFile), 'utf8').split('\n');
  } catch {
    return null;
  }
}

/** Postgres works inside its data folder, which tells it from every other program, another Postgres included. */
function runsOn(pid: number, cluster: string): boolean {
  if (!processIdentity(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return /postgres\s*$/.test(stdout ?? '');
  }
  try {
    const [here, there] = [statSync(cluster), statSync(`/proc/${pid}/cwd`)];
    const program = readlinkSync(`/proc/${pid}/exe`);
    return here.ino === there.ino && here.dev === there.dev && /\/postgres( \(deleted\))?$/.test(program);
  } catch {
    return false;
  }
}
