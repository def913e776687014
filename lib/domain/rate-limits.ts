import type { QueryTarget } from '@/lib/db/client';
import {
  MemoryRateLimiter,
  openRateLimitPool,
  PostgresRateLimiter,
  type RateLimiter,
  type RateLimitPolicy,
} from '@/lib/db/rate-limiter';

export type { RateLimitResult } from '@/lib/db/rate-limiter';

type Rate = Omit<RateLimitPolicy, 'name'>;

interface RateLimitSettings {
  /** Requests of a client address. */
  address: Rate;
  /** Requests of a client address with an invalid key. */
  failures: Rate;
  /** Requests of an account. */
  account: Rate;
  /** Switches of an account. */
  switches: Rate;
}

export type RateLimits = Record<keyof RateLimitSettings, RateLimiter>;

/** Opens the rate limits. They count in this process, or in the database `shared`. */
export function openRateLimits(settings: RateLimitSettings, shared: QueryTarget | null): RateLimits {
  const pool = shared && openRateLimitPool(shared);
  const open = (name: keyof RateLimitSettings): RateLimiter => {
    const policy = { name, ...settings[name] };
    return pool ? new PostgresRateLimiter(pool, policy) : new MemoryRateLimiter(policy);
  };
  return {
    address: open('address'),
    failures: open('failures'),
    account: open('account'),
    switches: open('switches'),
  };
}
