import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { getProcessIdentity, isProcessAlive, withFileLock } from './process-lock.mjs';

const module = new URL('./process-lock.mjs', import.meta.url).href;
let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'process-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('withFileLock runs one callback at a time', async () => {
  let running = 0;
  const observed: number[] = [];
  const work = async () => {
    running += 1;
    observed.push(running);
    await passTurns();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
  expect(observed).toEqual(Array(8).fill(1));
});

it('withFileLock excludes other processes', async () => {
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  // Without mutual exclusion, reading, waiting and writing loses increments.
  const increment = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { withFileLock } from '${module}';
    for (let i = 0; i < 5; i++) await withFileLock('${lock}', async () => {
      const n = Number(readFileSync('${counter}', 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 3));
      writeFileSync('${counter}', String(n + 1));
    });`;
  await Promise.all(Array.from({ length: 4 }, () => once(startProcess(increment), 'exit')));
  expect(readFileSync(counter, 'utf8')).toBe('20');
});

it('withFileLock releases the lock when the work fails', async () => {
  const failing = withFileLock(lock, async () => {
    throw new Error('work failed');
  });
  await expect(failing).rejects.toThrow('work failed');
  expect(existsSync(lock)).toBe(false);
});

it('withFileLock waits for a live holder and takes over from a killed one', async () => {
  const holder = startProcess(`
    import { withFileLock } from '${module}';
    await withFileLock('${lock}', () => new Promise((resolve) => setTimeout(resolve, 60_000)));`);
  await expect.poll(() => existsSync(lock) && readFileSync(lock, 'utf8')).toBeTruthy();
  let entered = false;
  let entering: Promise<void> | undefined;
  const waitsFor = await new Promise<number>((onWait) => {
    const work = () => {
      entered = true;
    };
    entering = withFileLock(lock, work, onWait);
  });
  expect([waitsFor, entered]).toEqual([holder.pid, false]);
  holder.kill('SIGKILL');
  await entering;
  expect(entered).toBe(true);
});

it('withFileLock grants the lock of a dead holder to one of several waiting callers', async () => {
  writeFileSync(lock, '999999 1');
  let running = 0;
  const work = async () => {
    running += 1;
    expect(running).toBe(1);
    await passTurns();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(lock, work)));
});

it('withFileLock takes over a lock file that stays empty', async () => {
  writeFileSync(lock, '');
  const past = new Date(Date.now() - 60_000);
  utimesSync(lock, past, past);
  await withFileLock(lock, () => {});
  expect(existsSync(lock)).toBe(false);
});

function startProcess(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

it('isProcessAlive is true for a live process', () => {
  expect(isProcessAlive(getProcessIdentity(process.pid) ?? '')).toBe(true);
});

it('isProcessAlive is false for an earlier process with the same id', () => {
  expect(isProcessAlive(`${process.pid} 1`)).toBe(false);
});

it('isProcessAlive is false for a process that has exited', async () => {
  const child = spawn('sleep', ['60']);
  const identity = getProcessIdentity(child.pid ?? 0) ?? '';
  expect(isProcessAlive(identity)).toBe(true);
  child.kill();
  await once(child, 'exit');
  expect(isProcessAlive(identity)).toBe(false);
});

it.runIf(process.platform === 'linux')('getProcessIdentity returns null for a zombie', async () => {
  // The child exits when its input ends. Its parent is then a program that never waits for it, not the shell.
  const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [line] = await once(parent.stdout as Readable, 'data');
  const pid = Number(String(line));
  try {
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    (parent.stdio[3] as Duplex).end();
    await expect.poll(() => getProcessIdentity(pid)).toBeNull();
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    parent.kill();
  }
});

it('isProcessAlive is false for an invalid identity', () => {
  for (const text of ['', 'x', '0 1', '-1 1']) expect(isProcessAlive(text)).toBe(false);
});
