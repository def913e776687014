import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { fieldError, invalidParameter, listPaths } from '@/lib/contract/operations/operation';
import { endpoint, type RouteHandler } from './endpoint';
import { memoize } from './memoize';
import { type CompleteResponse, sendResponse, toWebResponse } from './response';

/** The exports of a route file. Every method is the same function. */
interface RouteModule {
  GET: RouteHandler;
}

/** What a request is routed with. */
interface Bindings {
  /** The path of the URL, which need not be parsed for it. */
  path?: string;
  /** Where to send the response. Without it, the response is returned. */
  outgoing?: ServerResponse;
}

/** The route file for paths without a route file of their own. */
const fallbackPath = '/api/*';

const pageMethods = new Set(['GET', 'HEAD']);

/** Responds 405 for a page. */
const page = endpoint({
  method: 'GET',
  path: '/*',
  handler: async () => ({ status: 204, headers: {}, body: null }),
});

/** Responds 400 for a page with a query that Postgres rejects. `handle` does so for the API, after other errors. */
const invalidPage = endpoint({
  method: 'any',
  path: '/*',
  handler: async () => {
    throw fieldError(invalidParameter('URL', 'expected a query without NUL characters'));
  },
});

/** Responds 400 for a request whose `Host` is missing, repeated or not a host name. */
const invalidHost = endpoint({
  method: 'any',
  path: '/*',
  handler: async () => {
    throw fieldError(invalidParameter('Host', 'expected a host name with an optional port'));
  },
});

/**
 * Creates the API server: it calls the route files of app/api without Next, whose request pipeline costs more than they do
 * (docs/decisions/0014-api-server-in-front-of-next.md). The returned function is false for requests of pages, which it
 * leaves to Next.
 */
export function createApiServer(
  routes: RouteModule[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const router = createRouter(routes);
  const fallback = routes.find(({ GET }) => GET.path === fallbackPath);
  if (!fallback) throw new Error(`${fallbackPath} is missing.`);
  /** The route that rejects a request, if one does. */
  const rejections = new WeakMap<IncomingMessage, RouteModule>();
  const listener = getRequestListener(
    async (request, bindings) => {
      const incoming = bindings.incoming as IncomingMessage;
      const outgoing = bindings.outgoing as ServerResponse;
      const rejection = rejections.get(incoming);
      if (rejection) return send(await rejection.GET.respond(request, { params: {}, outgoing }), outgoing);
      return router.fetch(request, { path: parsePath(incoming.url ?? ''), outgoing });
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
    // Next has more than files there, such as an image optimizer. Nothing uses it.
    if (path.startsWith('/_next/') && !path.startsWith('/_next/static/')) return fallback ?? null;
    if (!pageMethods.has(request.method ?? '')) return page;
    return request.url?.includes('%00', path.length) ? invalidPage : null;
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

/** Routes web-standard requests to the route files. A path without a parameter precedes one with it, as in Next. */
export function createRouter(routes: RouteModule[]): Hono<{ Bindings: Bindings }> {
  const router = new Hono<{ Bindings: Bindings }>({
    getPath: (request, options) => options?.env?.path ?? new URL(request.url).pathname,
  });
  const respond = async ({ req, env }: Context<{ Bindings: Bindings }>, handler: RouteHandler, params = {}) =>
    send(await handler.respond(req.raw, { params, outgoing: env.outgoing }), env.outgoing);
  const handlers = routes.map(({ GET }) => GET);
  // "~" follows all characters of a path.
  const sortKey = ({ path }: RouteHandler) => path.replaceAll(':', '~');
  for (const handler of handlers.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))) {
    if (handler.path === fallbackPath) router.notFound((context) => respond(context, handler));
    else
      router.on('ALL', listPaths(handler.path), (context) => respond(context, handler, context.req.param()));
  }
  return router;
}

/** Sends a response with a body in memory. Returns any other, and all without `outgoing`. */
function send(response: CompleteResponse, outgoing: ServerResponse | undefined): Response {
  if (outgoing && !outgoing.headersSent && sendResponse(response, outgoing)) return RESPONSE_ALREADY_SENT;
  return toWebResponse(response);
}

function isApiPath(path: string): boolean {
  return /^\/((api|app|account|ofrep)(\/|$)|(docs\/(?!reference\/)|schemas\/).|(enter|sign-in\/oidc(\/callback)?|mcp|embed\.js|llms\.txt|\.well-known\/jwks\.json)$)/.test(
    path,
  );
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a request has one `Host`, with a host name that stays the same in a URL. HTTP/1.0 requests can lack it. */
export function isValidHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0';
  return !isRepeated(request, 'host') && isUnambiguousHost(host);
}

const isUnambiguousHost = memoize((host) => {
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  return new URL(`http://${host}`).hostname === host.toLowerCase().replace(/:\d+$/, '');
});

/** Whether a request has a header, named in lower case, more than once. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? '';
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** The path of a request target. */
function parsePath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
