// The server process. It answers requests of the API, and passes all others to the page workers, which run Next.
// tools/start-server.ts starts this process, which sends "ready" when it accepts requests.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDevelopmentPages } from './pages/development-pages.mjs';
import { PageBuffer } from './pages/page-buffer.mjs';
import { createPageQueue } from './pages/page-queue.mjs';
import { createBoundedServer } from './process/connections.mjs';
import { createDrain } from './process/drain.mjs';
import { ignoreEpipe } from './process/ignore-epipe.mjs';
import { normalizeRequest } from './process/normalize-request.mjs';

const projectRoot = join(import.meta.dirname, '../..');

/** The time that requests in progress have to finish after a signal to stop. */
const drainTimeoutMs = 10_000;
/** Pages that a worker renders at the same time. More of them take memory, and no less time. */
const maxRenderingPerWorker = 4;
const maxPageConnections = 4;
/** The time to end the registration of the listener, in which the database may not respond. */
const listenerTimeoutMs = 1000;

ignoreEpipe();
const port = Number(process.env.PORT);
const hostname = process.env.HOST || undefined;
// The API server and instrumentation.ts reject invalid values.
const trustedProxies = Number(process.env.TRUST_PROXY || 0);
const bodyTimeoutMs = Number(process.env.BODY_TIMEOUT_MS || 30_000);
/** How long requests are accepted after a signal to stop, while `/readyz` responds 503. */
const stopDelayMs = Number(process.env.STOP_DELAY_MS || 0);

/** The port of `next dev`, which `npm run dev` sets. */
const developmentPort = Number(process.env.DEVELOPMENT_PORT || 0);
/** Pages share the processors with the API and the database. */
const pageWorkerCount = Number(process.env.PAGE_WORKERS || Math.max(1, availableParallelism() - 1));
const {
  createPageWorkers,
  findServer,
  parsePath,
  tryRespond,
  createInvalidRequestResponse,
  handleHealthRequest,
  handleApiRequest,
  handleCachedPage,
  findPageClient,
  sendBusyPage,
  reportStopping,
  logPageWorkerEnd,
  logPageWorkerOutput,
  pageCacheCounts,
  openPageInvalidations,
  startMetrics,
  startWorker,
  stopListener,
} = await loadApiServer();

const serverOptions = {
  // The API server rejects requests without a valid Host.
  requireHostHeader: false,
  rejectInvalid: createInvalidRequestResponse,
  // For headers, and for bodies that no handler reads. lib/http/pipeline/parse-request.ts has its own timeout, with a response.
  requestTimeout: bodyTimeoutMs + 2000,
  connectionsCheckingInterval: 1000,
};
const invalidations = openPageInvalidations((message) => pageWorkers.broadcast(message));
const pageWorkers = developmentPort
  ? createDevelopmentPages(developmentPort)
  : createPageWorkers({
      count: pageWorkerCount,
      script: join(import.meta.dirname, 'pages/page-worker.mjs'),
      environment: {
        ...process.env,
        DATABASE_CONNECTIONS: String(pageConnections()),
        // The default depends on the terminal, which the workers do not have.
        LOG: process.env.LOG || (process.stdout.isTTY ? 'off' : 'text'),
      },
      greet: () => invalidations.current(),
      flush: () => invalidations.flush(),
      onEnd: logPageWorkerEnd,
      onLog: (lines) => process.stdout.write(lines),
      onOutput: logPageWorkerOutput,
    });
/** @typedef {import('@/app/_server/cached-page').PageRequest} PageRequest */
const pageQueue = createPageQueue({ maxRendering: maxRenderingPerWorker * pageWorkerCount });
/**
 * Renders a page for the cache. It counts for the client that requested it first.
 * @param {PageRequest} request
 * @param {string | null} client
 * @returns {Promise<import('@/lib/http/pages/rendered-page').RenderedPage>}
 */
function render(request, client) {
  return new Promise((resolve, reject) => {
    const page = new PageBuffer(resolve);
    const fail = () => {
      page.destroy();
      reject(new Error('The page could not be rendered.'));
    };
    page.once('close', fail);
    pageQueue.add(page, client, () => pageWorkers.forward(request, page, fail), fail);
  });
}
const server = createBoundedServer(serverOptions, (request, response) => {
  normalizeRequest(request, { trustedProxies });
  if (tryRespond(request, response)) return;
  if (handleHealthRequest(request, response)) return;
  if (handleApiRequest(request, response)) return;
  request.url = escapeInvalidPath(request.url ?? '/');
  const reject = () => sendBusyPage(request, response);
  const forward = () => pageWorkers.forward(request, response, reject);
  if (findServer(parsePath(request.url)) === 'file') {
    forward();
    return;
  }
  const decline = () => pageQueue.add(response, findPageClient(request), forward, reject);
  const handlers = {
    render: (/** @type {PageRequest} */ page) => render(page, findPageClient(request)),
    decline,
  };
  // A cached page does not change with the sources.
  const isHandled = !developmentPort && handleCachedPage(request, response, handlers);
  if (!isHandled) decline();
});
// Reverse proxies usually keep idle connections for 60 s. A longer timeout ensures that the proxy closes them first.
server.keepAliveTimeout = 65_000;

const stopWorker = startWorker();
startMetrics({ pageCache: pageCacheCounts, pageWorkers: pageWorkers.counts, pageQueue: pageQueue.counts });
const drain = createDrain(server, drainTimeoutMs);
async function stop() {
  reportStopping();
  if (process.connected) await sleep(stopDelayMs);
  // Deliveries that are not settled in time are sent again when their leases end.
  await Promise.race([Promise.all([drain(), stopWorker()]), sleep(drainTimeoutMs)]);
  await Promise.all([Promise.race([stopListener(), sleep(listenerTimeoutMs)]), pageWorkers.stop()]);
  if (!process.connected) stopDatabase();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
process.once('disconnect', stop);

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
await pageWorkers.start();
server.listen(port, hostname, () => process.send?.('ready'));

/**
 * Loads the bundle of the API server. Its handlers return false for requests that they do not handle.
 * @returns {Promise<typeof import('@/app/_server/api-entry')>}
 */
function loadApiServer() {
  return import(join(projectRoot, process.env.NEXT_DIST_DIR || '.next', 'api-server.mjs'));
}

/** The connections of the pool of a page worker. Rendering needs the CPU most of the time. */
function pageConnections() {
  return Math.min(maxPageConnections, Number(process.env.DATABASE_CONNECTIONS || maxPageConnections));
}

/** Stops the embedded database when the parent process, which normally does so, was killed. The parent passed the command. */
function stopDatabase() {
  const { STOP_DATABASE_COMMAND: command } = process.env;
  if (!command) return;
  spawn(process.execPath, JSON.parse(command), { cwd: projectRoot, detached: true, stdio: 'ignore' }).unref();
}

/**
 * Escapes the percent signs of a path that can't be decoded, to which Next would respond with a bare 400 instead of the page for
 * 404, and of one with NUL, which Postgres rejects.
 * @param {string} url
 */
function escapeInvalidPath(url) {
  const [path = '', ...query] = url.split(/(?=\?)/);
  try {
    if (!decodeURI(path).includes('\0')) return url;
  } catch {
    // A path that can't be decoded is escaped as one with NUL is.
  }
  return path.replaceAll('%', '%25') + query.join('');
}
