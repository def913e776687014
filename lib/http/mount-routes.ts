import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { endpoint, type RouteHandler } from './endpoint';
import { routeFinder } from './find-route';

interface Route {
  GET: RouteHandler;
}

/** Answers a request of the interface. False for one that is for a page, which it leaves alone. */
export type Mount = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Methods that Next knows what to do with. */
const pageMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Only ever asked for methods that no page has. */
const page = endpoint('/*', { GET: async () => ({ status: 204, headers: {}, body: null }) });

/**
 * Mounts route files on Node's server, as web-standard functions and without Next's pipeline, which costs more than
 * they do (decision 14). The addresses of the spec answer at the origin as well as under /api.
 */
export function mountRoutes(routes: Record<string, Route>, noRoute: Route): Mount {
  const find = routeFinder(routes);
  const listen = getRequestListener(
    (request, { incoming }) => {
      const path = pathOf(incoming.url ?? '');
      if (!path.startsWith('/')) return noRoute.GET(request, { params: {} });
      if (!isOfInterface(path)) return page.GET(request, { params: {} });
      const { route, params } = find(path.startsWith('/api') ? path : `/api${path}`) ?? {
        route: noRoute,
        params: {},
      };
      return route.GET(request, { params });
    },
    // Next lives in this process and expects Node's own. `hostname` is for HTTP/1.0, which may name none.
    { overrideGlobalObjects: false, hostname: 'localhost' },
  );
  return (request, response) => {
    const path = pathOf(request.url ?? '');
    // `OPTIONS *` and the like name nothing at all, which is more than Next expects.
    const ours = isOfInterface(path) || !path.startsWith('/') || !pageMethods.has(request.method ?? '');
    if (ours) listen(request, response);
    return ours;
  };
}

function isOfInterface(path: string): boolean {
  return /^\/(api|app|account)(\/|$)/.test(path);
}

/** The path of a request's target, which a proxy may send with its origin in front. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
