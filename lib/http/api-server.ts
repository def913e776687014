import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { endpoint, type RouteHandler } from './endpoint';
import { type BufferedResponse, getResponseSource } from './response';

/** The exports of a route file. Every method is the same function. */
interface RouteModule {
  GET: RouteHandler;
}

/** The route file for paths without a route file of their own. */
const fallbackPath = '/api/[[...path]]';

/** Methods that Next can handle. */
const pageMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Responds 405 for a page. */
const page = endpoint('/*', { GET: async () => ({ status: 204, headers: {}, body: null }) });

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
  const respond = (request: Request, path: string) => {
    if (!path.startsWith('/') || !isDecodable(path)) return fallback.GET(request, { params: {} });
    if (!isApiPath(path)) return page.GET(request, { params: {} });
    return router.fetch(request, { path });
  };
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await respond(request, parsePath(incoming.url ?? ''));
      const source = getResponseSource(response);
      if (!source || outgoing.headersSent) return response;
      send(outgoing as ServerResponse, source);
      return RESPONSE_ALREADY_SENT;
    },
    // Next runs in this process and needs Node's own Request and Response. HTTP/1.0 requests can lack a host name.
    { overrideGlobalObjects: false, hostname: 'localhost' },
  );
  return (request, response) => {
    const path = parsePath(request.url ?? '');
    // Next fails for targets without a path, such as `OPTIONS *`, and for unknown methods.
    const isApiRequest = isApiPath(path) || !path.startsWith('/') || !pageMethods.has(request.method ?? '');
    if (isApiRequest) listener(request, response);
    return isApiRequest;
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

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The path of a request target. A proxy may send the target with its origin. */
function parsePath(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
