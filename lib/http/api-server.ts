import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { findServer, listPaths, type PathServer, parsePath } from '@/lib/contract/paths';
import { createEndpoint, type Endpoint } from './pipeline/endpoint';
import { memoize } from './pipeline/memoize';
import { type CompleteResponse, sendResponse, toWebResponse } from './pipeline/response';

/** What a request is routed with. */
interface Bindings {
  /** The path of the URL, which need not be parsed for it. */
  path?: string;
  /** Where to send the response. Without it, the response is returned. */
  outgoing?: ServerResponse;
}

const pageMethods = new Set(['GET', 'HEAD']);

/** Responds 404 for a path that nothing serves. */
const notFound = createRejection(
  '/api/*',
  () => new ApiError('not_found', 'There is no endpoint at this URL.'),
);

/** Responds 405 for a page. */
const page = createEndpoint([
  { method: 'GET', path: '/*', handler: async () => ({ status: 204, headers: {}, body: null }) },
]);

/** Responds 400 for a page with a query that Postgres rejects. `handle` does so for the API, after other errors. */
const invalidPage = createRejection('/*', () =>
  fieldError(invalidParameter('URL', 'expected a query without NUL characters')),
);

/** Responds 400 for a request whose `Host` is missing, repeated or not a host name. */
const invalidHost = createRejection('/*', () =>
  fieldError(invalidParameter('Host', 'expected a host name with an optional port')),
);

/** The endpoint that responds to all methods with an error. */
function createRejection(path: string, createError: () => ApiError): Endpoint {
  const handler = async () => {
    throw createError();
  };
  return createEndpoint([{ method: 'any', path, handler }]);
}

/**
 * Creates the API server: it calls the endpoints without Next, whose request pipeline costs more than they do
 * (docs/decisions/0014-api-server-in-front-of-next.md). The returned function is false for requests of pages, which it
 * leaves to Next.
 */
export function createApiServer(
  endpoints: Endpoint[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const router = createRouter(endpoints);
  /** The endpoint that rejects a request, if one does. */
  const rejections = new WeakMap<IncomingMessage, Endpoint>();
  const listener = getRequestListener(
    async (request, bindings) => {
      const incoming = bindings.incoming as IncomingMessage;
      const outgoing = bindings.outgoing as ServerResponse;
      const rejection = rejections.get(incoming);
      if (rejection) return send(await rejection.complete(request, { params: {}, outgoing }), outgoing);
      return router.fetch(request, { path: parsePath(incoming.url ?? ''), outgoing });
    },
    // `fetch` needs Node's own Request and Response. HTTP/1.0 requests can lack a host name. The clean-up closes a connection
    // whose body has not arrived 500 ms after the response. Node discards the rest of a body itself, and limits its time
    // (lib/server/server.mjs).
    { overrideGlobalObjects: false, hostname: 'localhost', autoCleanupIncoming: false },
  );

  return (request, response) => {
    const path = parsePath(request.url ?? '');
    const server = findServer(path);
    const rejection = findRejection(request, path, server);
    if (!rejection && (server === 'page' || server === 'file')) return false;
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

function findRejection(request: IncomingMessage, path: string, server: PathServer): Endpoint | null {
  if (!isValidHost(request)) return invalidHost;
  if (server === 'nothing') return notFound;
  if (server === 'api' || server === 'protocol') return isWellFormed(path) ? null : notFound;
  if (!pageMethods.has(request.method ?? '')) return page;
  return request.url?.includes('%00', path.length) ? invalidPage : null;
}

/** Routes web-standard requests to endpoints. A path without a parameter precedes one with it, as in Next. */
export function createRouter(endpoints: Endpoint[]): Hono<{ Bindings: Bindings }> {
  const router = new Hono<{ Bindings: Bindings }>({
    getPath: (request, options) => options?.env?.path ?? new URL(request.url).pathname,
  });
  const dispatch = async ({ req, env }: Context<{ Bindings: Bindings }>, endpoint: Endpoint, params = {}) =>
    send(await endpoint.complete(req.raw, { params, outgoing: env.outgoing }), env.outgoing);
  // "~" follows all characters of a path.
  const sortKey = ({ path }: Endpoint) => path.replaceAll(':', '~');
  for (const endpoint of endpoints.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))) {
    router.on('ALL', listPaths(endpoint.path), (context) => dispatch(context, endpoint, context.req.param()));
  }
  router.notFound((context) => dispatch(context, notFound));
  return router;
}

/** Sends a response with a body in memory. Returns any other, and all without `outgoing`. */
function send(response: CompleteResponse, outgoing: ServerResponse | undefined): Response {
  if (outgoing && !outgoing.headersSent && sendResponse(response, outgoing)) return RESPONSE_ALREADY_SENT;
  return toWebResponse(response);
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
