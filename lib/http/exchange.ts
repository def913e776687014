import { makeId } from '@/lib/contract/ids';
import type { Caller } from '@/lib/versions/caller';
import type { Count } from '@/lib/versions/rate-limits';

/** One request and what becomes known of it on the way to its answer; headers and the log tell of it. */
export interface Exchange {
  readonly id: string;
  /** As `performance.now()` had it. */
  readonly began: number;
  /** Pattern of the address: `/api/app/versions/:id`. */
  readonly route: string;
  readonly method: string;
  /** Null until known, and where that failed. */
  caller: Caller | null;
  /** Settles when the address was counted; rejects where it has had enough. Undefined where nothing is counted. */
  addressCounted: Promise<void> | undefined;
  /** Counts that this request was added to. */
  readonly counts: Count[];
  /** Why it could not be counted, for the log alone. */
  countFailure: unknown;
  /** What went wrong on our side, for the log alone. */
  failure: unknown;
}

export function beginExchange(route: string, method: string): Exchange {
  return {
    id: makeId('request'),
    began: performance.now(),
    route,
    method,
    caller: null,
    addressCounted: undefined,
    counts: [],
    countFailure: null,
    failure: null,
  };
}
