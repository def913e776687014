import { makeRequestId } from '@/lib/contract/ids';
import type { RateLimitResult } from '@/lib/db/rate-limiter';
import type { Caller } from '@/lib/domain/caller';

export type { RateLimitResult } from '@/lib/db/rate-limiter';

/** The state of one request, for response headers and the log. */
export interface RequestContext {
  readonly id: string;
  /** As `performance.now()` counts. */
  readonly startedAt: number;
  /** Pattern of the path: `/api/app/versions/:id`. */
  readonly route: string;
  readonly method: string;
  /** Null until the caller is identified. */
  caller: Caller | null;
  /** Settles when the request was counted against its address; rejects with 429. Null if limits are off. */
  addressLimit: Promise<void> | null;
  readonly rateLimits: RateLimitResult[];
  /** Why the request could not be counted. For the log only. */
  rateLimitError: unknown;
  /** The cause of a 5xx response. For the log only. */
  error: unknown;
}

export function createRequestContext(route: string, method: string): RequestContext {
  return {
    id: makeRequestId(),
    startedAt: performance.now(),
    route,
    method,
    caller: null,
    addressLimit: null,
    rateLimits: [],
    rateLimitError: null,
    error: null,
  };
}
