import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { connectionTo, runtimeSettings } from './client';

/** At most so many in so many seconds, counted under a name of its own. */
export interface Allowance {
  name: string;
  most: number;
  seconds: number;
}

/** Where a count stands after one more. */
export interface Count {
  allowance: Allowance;
  exceeded: boolean;
  remaining: number;
  /** Seconds until it starts anew, at least 1. */
  reset: number;
}

/** Counts one more under a key. Rejects where the store fails. */
export type Counter = (key: string) => Promise<Count>;

/** Counts in this process alone. */
export function countInMemory(allowance: Allowance): Counter {
  const { name: keyPrefix, most: points, seconds: duration } = allowance;
  return counter(new RateLimiterMemory({ keyPrefix, points, duration }), allowance);
}

/** Counts for all processes that serve from this database. A key that is used up is not asked for again. */
export function countInDatabase(pool: pg.Pool, allowance: Allowance): Counter {
  const { name: keyPrefix, most: points, seconds: duration } = allowance;
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_counts',
    // It is a migration's: the role of these connections owns nothing.
    tableCreated: true,
    keyPrefix,
    points,
    duration,
    inMemoryBlockOnConsumed: points,
  });
  return counter(limiter, allowance);
}

/** Connections for counting alone: whoever waits for a switch must not hold them up, and none waits long for a count. */
export function openCountPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url, runtimeSettings({ statementMs: 1000, lockMs: 1000 })),
    application_name: 'app-versions counts',
    max: 4,
    connectionTimeoutMillis: 1000,
    query_timeout: 1000,
    allowExitOnIdle: true,
  });
  // A connection that is lost while nobody uses it is replaced at the next count.
  pool.on('error', () => {});
  return pool;
}

function counter(limiter: RateLimiterAbstract, allowance: Allowance): Counter {
  return async (key) => {
    try {
      return toCount(allowance, false, await limiter.consume(digest(key)));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toCount(allowance, true, refusal);
      throw refusal;
    }
  };
}

function toCount(allowance: Allowance, exceeded: boolean, result: RateLimiterRes): Count {
  const reset = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return { allowance, exceeded, remaining: exceeded ? 0 : result.remainingPoints, reset };
}

/** Neither an address nor an account is to be read from the counts, and any text makes a short key. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
