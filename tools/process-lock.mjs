// Lock files and process id files. Both identify a process, so that a killed process releases them.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock file is written right after its creation. One that stays empty for longer was left by a killed process. */
const emptyFileTimeoutMs = 5000;

/**
 * Runs `work` while this process holds the lock file `path`. Takes over a lock whose holder is dead.
 * @template T
 * @param {string} path
 * @param {() => Promise<T> | T} work
 * @param {(holder: number) => void} [onWait] called once with the holder's process id when the wait exceeds 2 s
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let isReported = false;
  const startedAt = performance.now();
  while (!tryLock(path)) {
    removeIfStale(path);
    if (!isReported && performance.now() - startedAt > 2000) {
      isReported = true;
      onWait?.(Number.parseInt(readHolder(path) ?? '0', 10));
    }
    await sleep(25 + Math.random() * 50);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function tryLock(path) {
  let file;
  try {
    file = openSync(path, 'wx', 0o644);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, getProcessIdentity(process.pid) ?? '');
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Several waiting processes may find the same dead holder. Only the one that creates the guard file removes the lock,
 * and it checks again first: another process may have taken over the lock in the meantime.
 * @param {string} path
 */
function removeIfStale(path) {
  if (!isLockStale(path)) return;
  const guard = `${path}.breaking`;
  try {
    closeSync(openSync(guard, 'wx'));
  } catch {
    if (getAgeMs(guard) > emptyFileTimeoutMs) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isLockStale(path)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/** @param {string} path */
function isLockStale(path) {
  const holder = readHolder(path);
  if (holder === null) return false;
  return holder === '' ? getAgeMs(path) > emptyFileTimeoutMs : !isProcessAlive(holder);
}

/** @param {string} path */
function readHolder(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {string} path */
function getAgeMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

let createdPidFiles = 0;

/**
 * Registers this process as a user of a shared resource, by a file in `folder`. Call it under the resource's lock.
 * @param {string} folder
 * @returns {() => void} removes the file
 */
export function createPidFile(folder) {
  createdPidFiles += 1;
  const file = join(folder, `${process.pid}-${createdPidFiles}`);
  writeFileSync(file, getProcessIdentity(process.pid) ?? '', { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * Counts the process id files of live processes and removes those of dead ones. Call it under the resource's lock.
 * @param {string} folder
 */
export function countLiveProcesses(folder) {
  let count = 0;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (isProcessAlive(readFileSync(file, 'utf8'))) count += 1;
    else rmSync(file, { force: true });
  }
  return count;
}

/**
 * Returns the process id with the start time of the process. Process ids alone are not unique: the system reuses
 * them, in a restarted container within seconds.
 * @param {number} pid
 * @returns {string | null} null when there is no such process, or only a zombie
 */
export function getProcessIdentity(pid) {
  const start = process.platform === 'linux' ? readStartTimeFromProc(pid) : readStartTimeFromPs(pid);
  return start && `${pid} ${start}`;
}

/**
 * Whether the process with this identity is still alive.
 * @param {string} identity
 */
export function isProcessAlive(identity) {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && getProcessIdentity(pid) === identity;
}

/** @param {number} pid */
function readStartTimeFromProc(pid) {
  try {
    // "pid (name) state ppid …": the name may contain spaces and parentheses, so parse from the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    // A zombie holds no resources. It stays for good in a container without an init process.
    return state === 'Z' || state === 'X' ? null : (startTicks ?? null);
  } catch {
    return null;
  }
}

/** @param {number} pid */
function readStartTimeFromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = 'Z', ...start] = (stdout ?? '').trim().split(/\s+/);
  return state.startsWith('Z') || start.length === 0 ? null : start.join('-');
}
