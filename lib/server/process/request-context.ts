import { makeRequestId } from '@/lib/contract/ids';
import { eventRequest } from '@/lib/db/connection/event-request';
import type { RateLimitResult } from '@/lib/db/connection/rate-limiter';
import type { Caller } from '@/lib/domain/caller';

export type { RateLimitResult } from '@/lib/db/connection/rate-limiter';

/** The headers of a request by their names in lower case. */
export type RequestHeaders = Pick<Headers, 'get'>;

/** The state of one request, for response headers and the log. */
export interface RequestContext {
  readonly id: string;
  /** It counts as `performance.now()` does. */
  readonly startedAt: number;
  /** Pattern of the path: `/api/app/versions/:id`. */
  readonly route: string;
  readonly method: string;
  /** These identify the caller. */
  readonly headers: RequestHeaders;
  /** `X-Request-Id` and `traceparent` of the request, for the log and for webhooks. */
  readonly senderRequestId: string | undefined;
  readonly traceparent: string | undefined;
  /** The caller that `headers` identify, if the cache knew it before the request is authorized. */
  known: Caller | null;
  /** Null until the caller is identified. */
  caller: Caller | null;
  /** The tool that the request calls, of the Model Context Protocol. */
  tool: string | undefined;
  /** Whether the caller has the rights of a member only. */
  asMember: boolean;
  /** Settles when the request was counted against its address; rejects with 429. It is null if limits are off. */
  addressLimit: Promise<void> | null;
  readonly rateLimits: RateLimitResult[];
  /** Why the request could not be counted. Only the log gets it. */
  rateLimitError: unknown;
  /** The cause of a 5xx response. Only the log gets it. */
  error: unknown;
}

/** What is in no ID of another system: characters to escape, and secrets of ours. */
const senderRequestId = /^(?!.*av[a-z]_)[\w.:+=@-]{1,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/;

const noHeaders = { get: () => null };

export function createRequestContext(
  route: string,
  method: string,
  headers: RequestHeaders = noHeaders,
): RequestContext {
  return {
    id: makeRequestId(),
    startedAt: performance.now(),
    route,
    method,
    headers,
    senderRequestId: senderRequestId.exec(headers.get('x-request-id') ?? '')?.[0],
    traceparent: traceparent.exec(headers.get('traceparent') ?? '')?.[0],
    known: null,
    caller: null,
    tool: undefined,
    asMember: false,
    addressLimit: null,
    rateLimits: [],
    rateLimitError: null,
    error: null,
  };
}

/** Starts what a request changes, with its IDs for the events. */
export function startForSender<T>({ senderRequestId, traceparent }: RequestContext, start: () => T): T {
  if (senderRequestId === undefined && traceparent === undefined) return start();
  return eventRequest.run(`${senderRequestId ?? ''} ${traceparent ?? ''}`, start);
}
