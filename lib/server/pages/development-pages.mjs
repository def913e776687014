import { request as sendRequest } from 'node:http';

/** @typedef {ReturnType<typeof import('./page-workers').createPageWorkers>} PageWorkers */

/**
 * Renders pages with `next dev` on a port of this machine, in place of page workers. Next compiles a page for its first
 * request, and gets the requests as the client sent them.
 * @param {number} port
 * @returns {Pick<PageWorkers, 'forward' | 'broadcast' | 'start' | 'counts' | 'stop'>}
 */
export function createDevelopmentPages(port) {
  return {
    async forward(request, response, fail) {
      const { method, url: path, headers } = request;
      const upstream = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
      upstream.once('error', () => (response.headersSent ? response.destroy() : fail()));
      upstream.once('response', (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders);
        incoming.once('error', () => response.destroy());
        incoming.pipe(response);
      });
      response.once('close', () => upstream.destroy());
      if (request.pipe) request.pipe(upstream);
      else upstream.end();
    },
    broadcast() {},
    async start() {},
    counts: () => ({ ready: 1, started: 1 }),
    async stop() {},
  };
}
