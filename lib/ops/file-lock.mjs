import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processIdentity } from './process-identity.mjs';

/** A lock file is written right after it is made; one that stays empty for longer lost its maker in between. */
const emptyGraceMs = 5000;

/**
 * Runs `work` while no other process holds the lock file `path`. A lock whose holder died is taken over.
 * @template T
 * @param {string} path
 * @param {() => Promise<T> | T} work
 * @param {(holder: number) => void} [onWait] told once, with the holder's process number, when the wait gets long
 * @returns {Promise<T>}
 */
export async function withFileLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  const began = performance.now();
  while (!tryLock(path)) {
    breakIfStale(path);
    if (!told && performance.now() - began > 2000) {
      told = true;
      onWait?.(Number.parseInt(read(path) ?? '0', 10));
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
    writeSync(file, processIdentity(process.pid) ?? '');
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Two waiters may both see the same dead holder. The one that makes the second file does the removing, and looks
 * again first: the other may have been faster and hold the lock by now.
 * @param {string} path
 */
function breakIfStale(path) {
  if (!isStale(path)) return;
  const guard = `${path}.breaking`;
  try {
    closeSync(openSync(guard, 'wx'));
  } catch {
    if (ageMs(guard) > emptyGraceMs) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isStale(path)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/** @param {string} path */
function isStale(path) {
  const holder = read(path);
  if (holder === null) return false;
  return holder === '' ? ageMs(path) > emptyGraceMs : !isAlive(holder);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {string} path */
function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
