import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { measureHeap } from '@/tools/testing/measure-heap';
import { MemoryRateLimiter } from './rate-limiter';

const policy = { name: 'test', max: 3, seconds: 60 };

/** The fake clock, in the milliseconds of `performance.now()`. */
let now: number;

beforeEach(() => {
  now = 12_345;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('keeps its keys within a bound, without the texts that they were taken from', async () => {
  // The mock records each call.
  vi.restoreAllMocks();
  const limiter = new MemoryRateLimiter(policy);
  const before = measureHeap();
  for (let number = 0; number < 20_000; number += 1) {
    const header = `${'x'.repeat(5000)}, 203.0.113.${number}`;
    await limiter.consume(header.split(', ').at(-1) ?? '');
  }
  expect(measureHeap() - before).toBeLessThan(10e6);
  for (let number = 0; number < 200_000; number += 1) {
    await limiter.consume(`${number}`.padStart(61, 'a'));
    if (number % 10_000 === 0) await limiter.consume('in use');
  }
  expect(measureHeap() - before).toBeLessThan(25e6);
  expect((await limiter.consume('203.0.113.1')).remaining).toBe(2);
  expect((await limiter.consume('in use')).exceeded).toBe(true);
});

it('counts requests and is exceeded by the first over the maximum', async () => {
  const limiter = new MemoryRateLimiter(policy);
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => limiter.consume('key')));
  expect(results.map(({ remaining, exceeded }) => [remaining, exceeded])).toEqual([
    [2, false],
    [1, false],
    [0, false],
    [0, true],
    [0, true],
  ]);
  expect(results[0]).toEqual({ policy, exceeded: false, remaining: 2, reset: 60 });
});

it('counts in memory as consume does, up to the maximum', async () => {
  const limiter = new MemoryRateLimiter(policy);
  const count = () => limiter.findCounter('key')?.() ?? null;
  expect(count()).toMatchObject({ exceeded: false, remaining: 2 });
  expect(await limiter.consume('key')).toEqual({ policy, exceeded: false, remaining: 1, reset: 60 });
  // A counter that is not called counts nothing.
  limiter.findCounter('key');
  expect([count()?.remaining, count()]).toEqual([0, null]);
  expect(await limiter.consume('key')).toMatchObject({ exceeded: true });
  now += 60_000;
  expect(count()?.remaining).toBe(2);
});

it('returns the seconds until the window ends, rounded up, and at least 1', async () => {
  const limiter = new MemoryRateLimiter(policy);
  await limiter.consume('key');
  const resets: number[] = [];
  for (const elapsedMs of [1, 998, 1, 1, 58_000, 998]) {
    now += elapsedMs;
    resets.push((await limiter.consume('key')).reset);
  }
  expect(resets).toEqual([60, 60, 59, 59, 1, 1]);
});

it('starts a new window when the window has ended, not after the last request', async () => {
  const limiter = new MemoryRateLimiter({ ...policy, max: 1 });
  await limiter.consume('key');
  now += 59_999;
  expect(await limiter.consume('key')).toMatchObject({ exceeded: true, reset: 1 });
  now += 1;
  expect(await limiter.consume('key')).toMatchObject({ exceeded: false, remaining: 0, reset: 60 });
  expect((await limiter.consume('key')).exceeded).toBe(true);
});

it('counts each key in a window of its own', async () => {
  const limiter = new MemoryRateLimiter({ ...policy, max: 1 });
  await limiter.consume('a');
  now += 30_000;
  expect(await limiter.consume('b')).toMatchObject({ exceeded: false, remaining: 0, reset: 60 });
  expect(await limiter.consume('a')).toMatchObject({ exceeded: true, reset: 30 });
  now += 30_000;
  expect((await limiter.consume('a')).exceeded).toBe(false);
  expect(await limiter.consume('b')).toMatchObject({ exceeded: true, reset: 30 });
});

it('finds a key that has reached its maximum, until its window ends, without counting', async () => {
  const limiter = new MemoryRateLimiter(policy);
  for (let count = 0; count < policy.max; count += 1) {
    expect(await limiter.findReached('key')).toBeNull();
    await limiter.consume('key');
  }
  now += 30_000;
  expect(await limiter.findReached('key')).toEqual({ policy, exceeded: true, remaining: 0, reset: 30 });
  expect(await limiter.findReached('other key')).toBeNull();
  now += 30_000;
  expect(await limiter.findReached('key')).toBeNull();
  expect((await limiter.consume('key')).remaining).toBe(2);
});
