import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { endpoint, type RouteHandler } from './endpoint';
import { fieldError } from './parse-request';
import { type BufferedResponse, getResponseSource } from './response';

/** The exports of a route file. Every method is the same function. */
interface RouteModule {
  GET: RouteHandler;
}

/** The route file for paths without a route file of their own. */
const fallbackPath = '/api/[[...path]]';

const pageMethods = new Set(['GET', 'HEAD']);

/** Responds 405 for a page. */
const page = endpoint('/*', { GET: async () => ({ status: 204, headers: {}, body: null }) });

/** Responds 400 for a request whose `Host` is missing, repeated or not a host name. */
const invalidHost = endpoint('/*', {
  any: async () => {
    const message = 'Host must be a host name with an optional port.';
    throw fieldError([{ field: 'Host', code: 'parameter_invalid', message }]);
  },
});

/**
 * Creates the API server: it calls the route files of app/api without Next, whose request pipeline costs more than they do
 * (docs/decisions/0014-api-server-in-front-of-next.md). The returned function is false for requests of pages, which it
 * leaves to Next. `routes` has the modules by path, in the notation of Next: `/api/app/versions/[id]`. Paths under /api/app
 * and /api/account are also available at the origin, as in the specification (docs/spec.md).
 */
export function createApiServer(
  routes: Record<string, RouteModule>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const router = createRouter(routes);
  const fallback = routes[fallbackPath];
  if (!fallback) throw new Error(`${fallbackPath} is missing.`);
  /** The route that rejects a request, if one does. */
  const rejections = new WeakMap<IncomingMessage, RouteModule>();
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const rejection = rejections.get(incoming as IncomingMessage);
      const response = rejection
        ? await rejection.GET(request, { params: {} })
        : await router.fetch(request, { path: parsePath(incoming.url ?? '') });
      const source = getResponseSource(response);
      if (!source || outgoing.headersSent) return response;
      send(outgoing as ServerResponse, source);
      return RESPONSE_ALREADY_SENT;
    },
    // Next runs in this process and needs Node's own Request and Response. HTTP/1.0 requests can lack a host name. The
    // clean-up closes a connection whose body has not arrived 500 ms after the response. Node discards the rest of a body
    // itself, and limits its time (lib/server/server.mjs).
    { overrideGlobalObjects: false, hostname: 'localhost', autoCleanupIncoming: false },
  );

  function findRejection(request: IncomingMessage, path: string): RouteModule | null {
    if (!isValidHost(request)) return invalidHost;
    // Next fails for a target without a path, such as `OPTIONS *`.
    if (!path.startsWith('/')) return fallback ?? null;
    if (isApiPath(path)) return isWellFormed(path) ? null : (fallback ?? null);
    return pageMethods.has(request.method ?? '') ? null : page;
  }

  return (request, response) => {
    const path = parsePath(request.url ?? '');
    const rejection = findRejection(request, path);
    if (!rejection && !isApiPath(path)) return false;
    if (rejection) {
      rejections.set(request, rejection);
      // The listener responds 400, without a body, where it can't create a Request.
      request.url = '/';
      request.headers.host = 'localhost';
    }
    listener(request, response);
    return true;
  };
}

/**
 * Routes web-standard requests to the route files. A `path` in the second argument of `fetch` replaces the path of the URL,
 * in which `%2e%2e` is resolved.
 */
export function createRouter(routes: Record<string, RouteModule>): Hono<{ Bindings: { path?: string } }> {
  const router = new Hono<{ Bindings: { path?: string } }>({
    getPath: (request, options) => options?.env?.path ?? new URL(request.url).pathname,
  });
  for (const [path, { GET: handler }] of Object.entries(routes)) {
    if (path === fallbackPath) {
      router.notFound(({ req }) => handler(req.raw, { params: {} }));
      continue;
    }
    const pattern = path.replace(/\[(\w+)\]/g, ':$1');
    const patterns = /^\/api\/(app|account)\//.test(pattern) ? [pattern, pattern.slice(4)] : [pattern];
    for (const each of patterns) router.all(each, ({ req }) => handler(req.raw, { params: req.param() }));
  }
  return router;
}

function send(outgoing: ServerResponse, { status, headers, body }: BufferedResponse): void {
  const rawHeaders: string[] = [];
  for (const name in headers) rawHeaders.push(name.toLowerCase(), headers[name] ?? '');
  if (body !== null) rawHeaders.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, rawHeaders).end(body);
}

function isApiPath(path: string): boolean {
  return /^\/(api|app|account)(\/|$)/.test(path);
}

/** Whether a path can be decoded and has no backslash, which URL parsers read as a slash. */
function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return !path.includes('\\');
  } catch {
    return false;
  }
}

/** Whether a request has one `Host`, with a host name that stays the same in a URL. HTTP/1.0 requests can lack it. */
function isValidHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct.host ?? [];
  const [host = ''] = hosts;
  if (hosts.length === 0) return httpVersion === '1.0';
  if (hosts.length > 1 || !/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  return new URL(`http://${host}`).hostname === host.toLowerCase().replace(/:\d*$/, '');
}

/** The path of a request target. */
function parsePath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
