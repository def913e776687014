import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withFileLock } from './file-lock.mjs';

const module = new URL('./file-lock.mjs', import.meta.url).href;
let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lets one in at a time', async () => {
  let inside = 0;
  const seen: number[] = [];
  const work = async () => {
    inside += 1;
    seen.push(inside);
    await sleep(5);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
  expect(seen).toEqual(Array(8).fill(1));
});

it('lets one process in at a time', async () => {
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  // Reading, waiting and writing loses counts unless each has the file to itself.
  const count = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { withFileLock } from '${module}';
    for (let i = 0; i < 5; i++) await withFileLock('${lock}', async () => {
      const n = Number(readFileSync('${counter}', 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 3));
      writeFileSync('${counter}', String(n + 1));
    });`;
  await Promise.all(Array.from({ length: 4 }, () => once(run(count), 'exit')));
  expect(readFileSync(counter, 'utf8')).toBe('20');
}, 20_000);

it('is given back when the work fails', async () => {
  const failing = withFileLock(lock, async () => {
    throw new Error('no luck');
  });
  await expect(failing).rejects.toThrow('no luck');
  expect(existsSync(lock)).toBe(false);
});

it('waits for a holder that lives, and takes over from one that was killed', async () => {
  const holder = run(`
    import { withFileLock } from '${module}';
    await withFileLock('${lock}', () => new Promise((resolve) => setTimeout(resolve, 60_000)));`);
  while (!existsSync(lock) || readFileSync(lock, 'utf8') === '') await sleep(10);
  let entered = false;
  const entering = withFileLock(lock, () => {
    entered = true;
  });
  await sleep(300);
  expect(entered).toBe(false);
  holder.kill('SIGKILL');
  await entering;
  expect(entered).toBe(true);
});

it('takes over from several dead holders at once without letting two in', async () => {
  writeFileSync(lock, '999999 1');
  let inside = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await sleep(3);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(lock, work)));
});

it('does not wait for ever for a holder that died before it wrote who it was', async () => {
  writeFileSync(lock, '');
  const past = new Date(Date.now() - 60_000);
  utimesSync(lock, past, past);
  await withFileLock(lock, () => {});
  expect(existsSync(lock)).toBe(false);
});

function run(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
