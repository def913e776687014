import { ApiError } from '@/lib/contract/errors';
import { includesOrigin, isApiOriginOfAnyApp } from '@/lib/domain/access/api-origins';
import type { Caller } from '@/lib/domain/caller';
import { getService } from '@/lib/server/process/runtime';
import { isOwnOrigin, parseSessionCookie, type RequestHeaders } from './authenticate';
import type { ApiResponse } from './response';

// CORS for the pages of an app's `api_origins` (docs/decisions/0019-cors.md). Cookies never count: no response has
// `Access-Control-Allow-Credentials`, and a request with a session cookie instead of a key gets no CORS headers.

/** Response headers that pages can read, besides those that they always can. */
const exposedHeaders =
  'API-Version, ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';

/** Request headers that pages can send, besides those that they always can. */
const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version, X-Account-Id';

/** The longest time for which Chromium keeps the result of a preflight. */
const maxAgeSeconds = 2 * 60 * 60;

/** The CORS headers of a response for a caller of an app, or null if the request's origin may not read it. */
export function createCorsHeaders(
  headers: RequestHeaders,
  { app }: Pick<Caller, 'app'>,
): Record<string, string> | null {
  const origin = headers.get('origin');
  if (origin === null || !app || usesSessionCookie(headers)) return null;
  return includesOrigin(app.apiOrigins, origin) ? headersFor(origin) : null;
}

/** The CORS decisions about one request. */
interface Cors {
  /** The response to a preflight. It is null if the request is not one, or no app has the origin. */
  respondToPreflight: (request: Request, methods: string) => Promise<ApiResponse | null>;
  /**
   * The CORS headers of the response. `caller` is null if the request failed before its caller was identified. The error
   * has no data of an app, so pages of every app can read it.
   */
  createHeaders: (caller: Caller | null) => Promise<Record<string, string> | null>;
}

/** Starts to decide about a request. It is null without an `Origin` header. */
export function startCors(headers: Headers): Cors | null {
  const origin = headers.get('origin');
  if (origin === null) return null;
  // Read beside the caller: if the database is not available, both fail at the same time.
  const isKnownOrigin = isApiOriginOfAnyApp(getService(), origin);
  return {
    respondToPreflight: async ({ method }, methods) => {
      if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return null;
      if (!(await isKnownOrigin)) return null;
      return {
        status: 204,
        headers: {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Methods': methods,
          'Access-Control-Allow-Headers': allowedHeaders,
          'Access-Control-Max-Age': String(maxAgeSeconds),
        },
        body: null,
      };
    },
    createHeaders: async (caller) => {
      if (caller?.app) return createCorsHeaders(headers, caller);
      return !usesSessionCookie(headers) && (await isKnownOrigin) ? headersFor(origin) : null;
    },
  };
}

/** Throws 403 for a request of a page of an origin that may not read the response. */
export function assertAllowedOrigin(headers: RequestHeaders, caller: Pick<Caller, 'app'>): void {
  if (headers.get('origin') === null || isOwnOrigin(headers) || createCorsHeaders(headers, caller)) return;
  throw new ApiError('cross_site', 'The origin is not one of the app’s api_origins.');
}

function headersFor(origin: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders };
}

/** Whether the cookie identifies the caller. A key takes precedence. */
function usesSessionCookie(headers: RequestHeaders): boolean {
  return headers.get('authorization') === null && parseSessionCookie(headers.get('cookie')) !== null;
}
