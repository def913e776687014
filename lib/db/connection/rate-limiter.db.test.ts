import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '@/tools/testing/test-service';
import { defaultConnectionLimits, openPool, runtimeRole } from './client';
import { openRateLimitPool, PostgresRateLimiter, type RateLimitPolicy } from './rate-limiter';

const database = await openTestDatabase();
let pool: pg.Pool;
let policy: RateLimitPolicy;
let policyCount = 0;

beforeEach(() => {
  // With one connection, queries finish in order.
  pool = openPool(database.url, { as: 'runtime', limits: { ...defaultConnectionLimits, connections: 1 } });
  policyCount += 1;
  policy = { name: `test${policyCount}`, max: 3, seconds: 60 };
});

afterEach(async () => {
  vi.restoreAllMocks();
  if (!pool.ended) await pool.end();
});

const openLimiter = (fields: Partial<RateLimitPolicy> = {}) =>
  new PostgresRateLimiter(pool, { ...policy, ...fields });

/** Waits until the requests that counters count in the background have been counted. */
const waitForBackgroundCounts = (limiter: PostgresRateLimiter) => limiter.consume(randomUUID());

describe('PostgresRateLimiter.consume', () => {
  it('counts requests and is exceeded by the first over the maximum', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const limiter = openLimiter();
    const results = [];
    for (let request = 1; request <= 5; request += 1) results.push(await limiter.consume('key'));
    expect(results.map(({ remaining, exceeded }) => [remaining, exceeded])).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
      [0, true],
    ]);
    expect(results[0]).toEqual({ policy, exceeded: false, remaining: 2, reset: 60 });
  });

  it('counts each key and each policy separately', async () => {
    const limiter = openLimiter({ max: 1 });
    await limiter.consume('key');
    expect((await limiter.consume('other key')).exceeded).toBe(false);
    expect((await openLimiter({ name: `${policy.name} b`, max: 1 }).consume('key')).exceeded).toBe(false);
    expect((await limiter.consume('key')).exceeded).toBe(true);
  });

  it('shares the limit with other server processes', async () => {
    const target = { url: database.url, role: runtimeRole, pooled: false };
    const pools = [openRateLimitPool(target), openRateLimitPool(target)] as const;
    const [first, second] = [
      new PostgresRateLimiter(pools[0], policy),
      new PostgresRateLimiter(pools[1], policy),
    ];
    expect((await first.consume('key')).remaining).toBe(2);
    expect((await second.consume('key')).remaining).toBe(1);
    expect((await first.consume('key')).remaining).toBe(0);
    expect((await second.consume('key')).exceeded).toBe(true);
    expect((await first.consume('key')).exceeded).toBe(true);
    await Promise.all(pools.map((each) => each.end()));
  });

  it('accepts no more concurrent requests than the maximum', async () => {
    const limiters = [openLimiter(), openLimiter()];
    const requests = limiters.flatMap((limiter) => Array.from({ length: 10 }, () => limiter.consume('key')));
    const results = await Promise.all(requests);
    expect(results.filter(({ exceeded }) => !exceeded)).toHaveLength(policy.max);
  });

  it('starts a new window when the window has ended', async () => {
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const limiter = openLimiter({ max: 1 });
    await limiter.consume('key');
    now += 59_999;
    expect(await limiter.consume('key')).toMatchObject({ exceeded: true, reset: 1 });
    now += 2;
    expect(await limiter.consume('key')).toMatchObject({ exceeded: false, reset: 60 });
  });

  it('stores a digest of the key', async () => {
    await openLimiter().consume('203.0.113.7');
    const { rows } = await pool.query<{ key: string; points: number }>(
      'SELECT key, points FROM rate_limits WHERE key LIKE $1',
      [`${policy.name}:%`],
    );
    expect(rows).toEqual([{ key: expect.stringMatching(/^test\d+:[\w-]{43}$/), points: 1 }]);
  });

  it('rejects when the store fails', async () => {
    const limiter = openLimiter();
    await pool.end();
    await expect(limiter.consume('key')).rejects.toThrow('pool');
  });
});

describe('PostgresRateLimiter.findReached', () => {
  it('finds a key that has reached its maximum in any process, without counting', async () => {
    const [limiter, other] = [openLimiter(), openLimiter()];
    for (let count = 0; count < policy.max; count += 1) {
      expect(await other.findReached('key')).toBeNull();
      await limiter.consume('key');
    }
    expect(await other.findReached('key')).toMatchObject({ policy, exceeded: true, remaining: 0 });
    const query = vi.spyOn(pool, 'query');
    expect(await other.findReached('key')).toMatchObject({ exceeded: true });
    expect(query).not.toHaveBeenCalled();
    expect(await limiter.findReached('other key')).toBeNull();
  });
});

/** Counts a request of `key` at once. Null if that is not possible. */
const count = (limiter: PostgresRateLimiter) => limiter.findCounter('key')?.() ?? null;

describe('PostgresRateLimiter.findCounter', () => {
  it('returns null for a key without a known state, and does not count the request', async () => {
    const limiter = openLimiter();
    await openLimiter().consume('key');
    expect(count(limiter)).toBeNull();
    await waitForBackgroundCounts(limiter);
    expect((await limiter.consume('key')).remaining).toBe(1);
  });

  it('returns null after the window has ended', async () => {
    const limiter = openLimiter();
    await limiter.consume('key');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 50_000);
    expect(count(limiter)?.reset).toBeLessThanOrEqual(10);
    vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    expect(count(limiter)).toBeNull();
  });

  it('returns the last known state of this instance, and counts in the background', async () => {
    const [limiter, other] = [openLimiter({ max: 10 }), openLimiter({ max: 10 })];
    await limiter.consume('key');
    for (let request = 1; request <= 3; request += 1) await other.consume('key');
    expect(count(limiter)).toMatchObject({ exceeded: false, remaining: 8 });
    expect(count(limiter)).toMatchObject({ exceeded: false, remaining: 7 });
    await waitForBackgroundCounts(limiter);
    // The store has counted six requests, and this is the seventh.
    expect(count(limiter)).toMatchObject({ exceeded: false, remaining: 3 });
  });

  it('accepts no more requests than the maximum in one process', async () => {
    const limiter = openLimiter();
    await limiter.consume('key');
    const results = [1, 2, 3, 4, 5].map(() => count(limiter));
    expect(results.map((result) => result?.remaining)).toEqual([1, 0, undefined, undefined, undefined]);
    await waitForBackgroundCounts(limiter);
    expect(count(limiter)).toBeNull();
    expect(await limiter.consume('key')).toMatchObject({ exceeded: true, remaining: 0 });
    expect(count(limiter)).toBeNull();
  });

  it('rejects requests that other instances have used up after its next count', async () => {
    const [limiter, other] = [openLimiter(), openLimiter()];
    await limiter.consume('key');
    for (let request = 1; request <= 3; request += 1) await other.consume('key');
    expect(count(limiter)?.exceeded).toBe(false);
    await waitForBackgroundCounts(limiter);
    expect(count(limiter)).toBeNull();
  });

  it('does not query the store for a key that is known to be exceeded', async () => {
    const limiter = openLimiter({ max: 1 });
    for (let request = 1; request <= 2; request += 1) await limiter.consume('key');
    const query = vi.spyOn(pool, 'query');
    expect((await limiter.consume('key')).exceeded).toBe(true);
    expect(query).not.toHaveBeenCalled();
  });

  it('returns null after a count in the background has failed', async () => {
    const limiter = openLimiter();
    await limiter.consume('key');
    await pool.end();
    expect(count(limiter)?.exceeded).toBe(false);
    await expect.poll(() => count(limiter)).toBeNull();
  });
});
