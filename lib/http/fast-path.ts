import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '@/lib/domain/caller';
import { type CatalogView, peekCatalogView } from '@/lib/domain/catalog-view';
import { identifyCachedCaller } from '@/lib/domain/identify-caller';
import type { RateLimitResult } from '@/lib/domain/rate-limits';
import { isSecure, parseHostName, parseSessionCookie } from './authenticate';
import { getConfig } from './config';
import { createCorsHeaders } from './cors';
import { getFeatureResponse, getFeaturesResponse } from './feature-responses';
import { logRequest } from './log';
import { accountKey, getClientAddress, rateLimitHeaders } from './rate-limiting';
import { createRequestContext } from './request-context';
import { type BufferedResponse, commonHeaders } from './response';
import { type CachedResponse, peekCachedResponse, responseNames } from './response-cache';
import { getRateLimits, getService } from './runtime';

// Version lists, single versions and features are requested most and change rarely. Where caller, account and response are cached,
// this file responds within the event loop turn in which Node parsed the request, without promises or web-standard objects.
// Every other request, and every error, is left to the route files. app/api/fast-path.db.test.ts compares the responses of both.

/** The request headers that a response depends on. */
interface RequestHeaders {
  authorization: string | null;
  cookie: string | null;
  host: string | null;
  accountId: string | null;
  acceptEncoding: string | null;
  ifNoneMatch: string | null;
  origin: string | null;
  forwardedFor: string | null;
  forwardedProto: string | null;
}

/** The field of each header, by its name in lower case. */
const headerFields: Record<string, keyof RequestHeaders> = {
  authorization: 'authorization',
  cookie: 'cookie',
  host: 'host',
  'x-account-id': 'accountId',
  'accept-encoding': 'acceptEncoding',
  'if-none-match': 'ifNoneMatch',
  origin: 'origin',
  'x-forwarded-for': 'forwardedFor',
  'x-forwarded-proto': 'forwardedProto',
};
const headerLengths = new Set(Object.keys(headerFields).map((name) => name.length));

interface Target {
  route: string;
  /** The response for a caller's view, or undefined to leave the request to the route file. */
  find: (view: CatalogView, caller: Caller) => CachedResponse | undefined;
}

const versionListTargets = ['/app/versions', '/api/app/versions'].flatMap((path): [string, Target][] => {
  const route = '/api/app/versions';
  const withMatrix = createTarget(route, responseNames.list({ matrix: true }));
  const withoutMatrix = createTarget(route, responseNames.list({ matrix: false }));
  return [
    [path, withMatrix],
    [`${path}?exclude_matrix=false`, withMatrix],
    [`${path}?exclude_matrix=true`, withoutMatrix],
  ];
});
const featureListTarget: Target = {
  route: '/api/account/features',
  find: (view, { account }) => (account ? getFeaturesResponse(view) : undefined),
};
/** By path and query. */
const listTargets = new Map<string, Target>([
  ...versionListTargets,
  ['/account/features', featureListTarget],
  ['/api/account/features', featureListTarget],
]);
/** Other values of `Host` are left to the API server, which rejects invalid ones. */
const plainHost = /^[\w.:-]+$/;
const versionPath = /^\/(?:api\/)?app\/versions\/(ver_[0-9a-z]{26})$/;
/** Slugs. Any other text is left to the route file. */
const featurePath = /^\/(?:api\/)?account\/features\/([a-z0-9-]{1,200})$/;

/**
 * Responds from the cache. Returns false if that is not possible. The route file then counts a request again that is over a
 * rate limit, or that only lacks the counter of its account.
 */
export function handleCachedRequest(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET') return false;
  const target = findTarget(request.url ?? '');
  const headers = target && readHeaders(request.rawHeaders);
  if (!target || !headers || !plainHost.test(headers.host ?? '')) return false;
  const service = getService();
  const caller = identifyCachedCaller(service, {
    authorization: headers.authorization,
    sessionSecret: parseSessionCookie(headers.cookie),
    host: parseHostName(headers.host),
    defaultApp: getConfig().defaultApp,
    accountId: headers.accountId,
  });
  const view = caller && peekCatalogView(service, caller);
  const cached = view && target.find(view, caller);
  if (!cached) return false;

  const context = createRequestContext(target.route, 'GET');
  context.caller = caller;
  const limits = consumeLimits(caller, request.socket, headers.forwardedFor);
  if (!limits) return false;
  const cachedResponse = cached.respond(headers);
  const rawHeaders = [...toRawHeaders(cachedResponse, isSecure(headers.forwardedProto))];
  const { RateLimit: state, 'RateLimit-Policy': policy } = rateLimitHeaders(limits);
  if (state && policy) rawHeaders.push('ratelimit-policy', policy, 'ratelimit', state);
  const corsHeaders = headers.origin === null ? null : createCorsHeaders(headers, caller);
  if (corsHeaders) rawHeaders.push(...Object.entries(corsHeaders).flat());
  rawHeaders.push('x-request-id', context.id);
  response.writeHead(cachedResponse.status, rawHeaders);
  response.end(cachedResponse.body);
  logRequest(context, { status: cachedResponse.status });
  return true;
}

function findTarget(url: string): Target | null {
  const list = listTargets.get(url);
  if (list) return list;
  const id = versionPath.exec(url)?.[1];
  if (id) return createTarget('/api/app/versions/:id', responseNames.version(id));
  const humanId = featurePath.exec(url)?.[1];
  if (!humanId) return null;
  return {
    route: '/api/account/features/:human_id',
    find: (view, { account }) => (account ? getFeatureResponse(view, humanId) : undefined),
  };
}

/** The target of a response that the route file has cached. `name` is one of `responseNames`. */
function createTarget(route: string, name: string): Target {
  return { route, find: (view, caller) => peekCachedResponse(view, caller, name) };
}

/** The headers that the response depends on. Null if one is repeated: the route files combine its values. */
function readHeaders(rawHeaders: string[]): RequestHeaders | null {
  const headers: RequestHeaders = {
    authorization: null,
    cookie: null,
    host: null,
    accountId: null,
    acceptEncoding: null,
    ifNoneMatch: null,
    origin: null,
    forwardedFor: null,
    forwardedProto: null,
  };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!headerLengths.has(name.length)) continue;
    const field = headerFields[name.toLowerCase()];
    if (field === undefined) continue;
    if (headers[field] !== null) return null;
    headers[field] = rawHeaders[index + 1] ?? '';
  }
  return headers;
}

/** Counts the request. Null if a limit is exceeded or its counter is not in memory. */
function consumeLimits(
  caller: Caller,
  socket: Socket,
  forwardedFor: string | null,
): RateLimitResult[] | null {
  const limits = getRateLimits();
  if (!limits) return [];
  const address = limits.address.tryConsume(clientAddress(socket, forwardedFor));
  if (!address || address.exceeded) return null;
  const key = accountKey({ caller });
  if (key === null) return [address];
  const account = limits.account.tryConsume(key);
  return account && !account.exceeded ? [address, account] : null;
}

/** The client address of each connection without a trusted proxy. */
const socketAddresses = new WeakMap<Socket, string>();

function clientAddress(socket: Socket, forwardedFor: string | null): string {
  const { trustedProxies } = getConfig();
  const peer = socket.remoteAddress ?? '';
  if (trustedProxies > 0) {
    return getClientAddress(forwardedFor ? `${forwardedFor}, ${peer}` : peer, trustedProxies);
  }
  let address = socketAddresses.get(socket);
  if (address === undefined) {
    address = getClientAddress(peer, 0);
    socketAddresses.set(socket, address);
  }
  return address;
}

/** Header names and values as `writeHead` takes them, by response and by whether the client uses https. */
const rawHeadersCache = [
  new WeakMap<BufferedResponse, string[]>(),
  new WeakMap<BufferedResponse, string[]>(),
] as const;

function toRawHeaders(response: BufferedResponse, secure: boolean): string[] {
  const cache = rawHeadersCache[secure ? 1 : 0];
  let rawHeaders = cache.get(response);
  if (!rawHeaders) {
    const length: Record<string, string> = response.body
      ? { 'Content-Length': String(response.body.length) }
      : {};
    rawHeaders = Object.entries({ ...commonHeaders(secure), ...response.headers, ...length }).flatMap(
      ([name, value]) => [name.toLowerCase(), value],
    );
    cache.set(response, rawHeaders);
  }
  return rawHeaders;
}
