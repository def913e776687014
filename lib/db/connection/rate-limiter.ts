import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type QueryTarget, queryConfig } from './client';

/** At most `max` requests per key in a window of `seconds`. */
export interface RateLimitPolicy {
  name: string;
  max: number;
  seconds: number;
}

/** The state of a key after a request was counted. */
export interface RateLimitResult {
  policy: RateLimitPolicy;
  exceeded: boolean;
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  reset: number;
}

/** A fixed-window rate limiter. */
export interface RateLimiter {
  /** Counts a request. Rejects if the store fails. */
  consume(key: string): Promise<RateLimitResult>;
  /** What counts a request at once. It is null if the maximum is reached, or this process lacks the key's state. */
  findCounter(key: string): (() => RateLimitResult) | null;
  /** What `consume` would return for a key that has reached its maximum. It is null, without counting, for any other. */
  findReached(key: string): Promise<RateLimitResult | null>;
}

/** Keys that a process keeps. A key that is evicted starts a new window. */
const maxKeys = 100_000;

interface Window {
  count: number;
  /** It counts as `performance.now()` does. */
  endsAt: number;
}

/** Counts in this process only. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #policy: RateLimitPolicy;
  /** The most recently used windows, up to half of `maxKeys`. A lookup in an LRU cache would cost ten times as much. */
  #windows = new Map<string, Window>();
  /** The windows that were used before these. */
  #olderWindows = new Map<string, Window>();

  constructor(policy: RateLimitPolicy) {
    this.#policy = policy;
  }

  async consume(key: string): Promise<RateLimitResult> {
    return this.#count(key);
  }

  findCounter(key: string): (() => RateLimitResult) | null {
    const window = this.#findWindow(key);
    return window && window.count >= this.#policy.max ? null : () => this.#count(key);
  }

  async findReached(key: string): Promise<RateLimitResult | null> {
    const policy = this.#policy;
    const window = this.#findWindow(key);
    if (!window || window.count < policy.max) return null;
    const reset = toResetSeconds(window.endsAt - performance.now());
    return { policy, exceeded: true, remaining: 0, reset };
  }

  /** The window that has not ended. */
  #findWindow(key: string): Window | undefined {
    const window = this.#windows.get(key) ?? this.#olderWindows.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  }

  #count(key: string): RateLimitResult {
    const policy = this.#policy;
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window) {
      window = this.#olderWindows.get(key) ?? { count: 0, endsAt: 0 };
      if (this.#windows.size >= maxKeys / 2) {
        this.#olderWindows = this.#windows;
        this.#windows = new Map();
      }
      this.#windows.set(copyText(key), window);
    }
    if (window.endsAt <= now) {
      window.count = 0;
      window.endsAt = now + policy.seconds * 1000;
    }
    window.count += 1;
    return {
      policy,
      exceeded: window.count > policy.max,
      remaining: Math.max(0, policy.max - window.count),
      reset: toResetSeconds(window.endsAt - now),
    };
  }
}

/** `endsAt` is as `performance.now()` counts. */
type KnownState = Omit<RateLimitResult, 'reset'> & { endsAt: number };

/**
 * Counts in the table `rate_limits`, for all server processes. A counter of `findCounter` answers from the last state
 * that this process read and counts in the background, so that a limit can take effect late by the requests of other processes.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly #policy: RateLimitPolicy;
  readonly #limiter: RateLimiterPostgres;
  readonly #known = new LRUCache<string, KnownState>({ max: maxKeys });

  constructor(pool: pg.Pool, policy: RateLimitPolicy) {
    this.#policy = policy;
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      // A migration creates it: the role of these connections owns nothing.
      tableCreated: true,
      keyPrefix: policy.name,
      points: policy.max,
      duration: policy.seconds,
      inMemoryBlockOnConsumed: policy.max,
    });
  }

  async consume(key: string): Promise<RateLimitResult> {
    try {
      return this.#store(key, false, await this.#limiter.consume(digest(key)));
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return this.#store(key, true, rejection);
      throw rejection;
    }
  }

  findCounter(key: string): (() => RateLimitResult) | null {
    const known = this.#findKnown(key);
    // Where the limit is reached, `consume` decides, so that a single process never exceeds it.
    if (!known || known.remaining === 0) return null;
    return () => {
      known.remaining -= 1;
      // The next request that waits for the store reports its failure.
      this.consume(key).catch(() => this.#known.delete(key));
      return toResult(known);
    };
  }

  async findReached(key: string): Promise<RateLimitResult | null> {
    const known = this.#findKnown(key);
    if (known?.exceeded) return toResult(known);
    const stored = await this.#limiter.get(digest(key));
    return stored && stored.consumedPoints >= this.#policy.max ? this.#store(key, true, stored) : null;
  }

  /** The state of the window that has not ended. */
  #findKnown(key: string): KnownState | undefined {
    const known = this.#known.get(key);
    return known && known.endsAt > performance.now() ? known : undefined;
  }

  #store(key: string, exceeded: boolean, { msBeforeNext, remainingPoints }: RateLimiterRes): RateLimitResult {
    const result = {
      policy: this.#policy,
      exceeded,
      remaining: exceeded ? 0 : remainingPoints,
      reset: toResetSeconds(msBeforeNext),
    };
    // Counts that are under way are not in the result, so the lower number is kept.
    const known = this.#known.get(key);
    const endsAt = performance.now() + msBeforeNext;
    const isSameWindow = known && Math.abs(known.endsAt - endsAt) < 1000;
    const remaining = isSameWindow ? Math.min(known.remaining, result.remaining) : result.remaining;
    this.#known.set(copyText(key), { policy: this.#policy, exceeded, remaining, endsAt });
    return result;
  }
}

/** Opens a pool for rate limits only, so that waiting switches do not delay them. */
export function openRateLimitPool(target: QueryTarget): pg.Pool {
  const pool = new pg.Pool({
    ...queryConfig(target, { statementTimeoutMs: 1000, lockTimeoutMs: 1000 }),
    application_name: 'app-versions rate limits',
    max: 4,
    connectionTimeoutMillis: 1000,
    query_timeout: 1000,
    allowExitOnIdle: true,
  });
  // An idle connection that is lost is replaced by the next query.
  pool.on('error', () => {});
  return pool;
}

function toResult({ endsAt, ...state }: KnownState): RateLimitResult {
  return { ...state, reset: toResetSeconds(endsAt - performance.now()) };
}

function toResetSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** A copy of a text. V8 represents a part of a text, such as an address in a long header, by a reference to all of it. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** Keeps addresses and account ids out of the table, and bounds the length of its keys. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
