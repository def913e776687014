import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isAlive, processIdentity } from './process-identity.mjs';

it('knows a living process', () => {
  expect(isAlive(processIdentity(process.pid) ?? '')).toBe(true);
});

it('tells a process from an earlier one with its number', () => {
  expect(isAlive(`${process.pid} 1`)).toBe(false);
});

it('takes a process that ended for dead', async () => {
  const child = spawn('sleep', ['60']);
  const identity = processIdentity(child.pid ?? 0) ?? '';
  expect(isAlive(identity)).toBe(true);
  child.kill();
  await once(child, 'exit');
  expect(isAlive(identity)).toBe(false);
});

it.runIf(process.platform === 'linux')('takes one that nobody buried for dead', async () => {
  // The shell's child ends at once, and `exec` leaves it to a program that never asks after it.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  await sleep(200);
  try {
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(processIdentity(pid)).toBeNull();
  } finally {
    parent.kill();
  }
});

it('makes nothing of what is no identity', () => {
  for (const text of ['', 'x', '0 1', '-1 1']) expect(isAlive(text)).toBe(false);
});
