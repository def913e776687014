// The server process. Requests of the API are answered by the API server, all others by Next, on one port.
// tools/start-server.ts starts this process, which sends "ready" when it accepts requests.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import { createBoundedServer } from './connections.mjs';
import { createDrain } from './drain.mjs';
import { ignoreEpipe } from './ignore-epipe.mjs';
import { normalizeRequest } from './normalize-request.mjs';
import { createPageQueue } from './page-queue.mjs';

const projectRoot = join(import.meta.dirname, '../..');

/** The time that requests in progress have to finish after a signal to stop. */
const drainTimeoutMs = 10_000;
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

// Next handles the upgrade requests of the server that it is given, and leaves their connections open. It gets a server
// that does not listen. Node then ignores the Upgrade header of a request to the server below.
const app = next({ dev: false, dir: projectRoot, port, hostname, httpServer: createServer() });
await withoutStdout(() => app.prepare());
const handlePageRequest = app.getRequestHandler();
const {
  tryRespond,
  handleHealthRequest,
  handleApiRequest,
  respondBusy,
  reportStopping,
  startMetrics,
  startWorker,
  stopListener,
} = await loadApiServer();

const serverOptions = {
  // The API server rejects requests without a valid Host.
  requireHostHeader: false,
  // For headers, and for bodies that no handler reads. `readText` has its own timeout, with a response.
  requestTimeout: bodyTimeoutMs + 2000,
  connectionsCheckingInterval: 1000,
};
/** Paths of files. All others are pages, at least the one for 404. */
const filePath = /^\/(_next\/static\/(?!.*\.\.)[\w./~-]+|icon\.svg)(\?|$)/;
/** With `API_SERVER=next`. */
const apiPath = /^\/(api|app|account)(\/|$)/;
const renderPage = createPageQueue();
const server = createBoundedServer(serverOptions, (request, response) => {
  normalizeRequest(request, { trustedProxies });
  if (tryRespond(request, response)) return;
  if (handleHealthRequest(request, response)) return;
  if (handleApiRequest(request, response)) return;
  request.url = escapeInvalidPath(request.url ?? '/');
  const handle = () => handlePageRequest(request, response);
  if (filePath.test(request.url) || apiPath.test(request.url)) handle();
  else renderPage(response, handle, () => respondBusy(request, response));
});
// Reverse proxies usually keep idle connections for 60 s. A longer timeout ensures that the proxy closes them first.
server.keepAliveTimeout = 65_000;

const stopWorker = startWorker();
startMetrics();
const drain = createDrain(server, drainTimeoutMs);
async function stop() {
  reportStopping();
  if (process.connected) await sleep(stopDelayMs);
  // Deliveries that are not settled in time are sent again when their leases end.
  await Promise.race([Promise.all([drain(), stopWorker()]), sleep(drainTimeoutMs)]);
  await Promise.race([stopListener(), sleep(listenerTimeoutMs)]);
  await app.close();
  if (!process.connected) stopDatabase();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
process.once('disconnect', stop);

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(port, hostname, () => process.send?.('ready'));

/**
 * Loads the bundle of the API server. Its functions return false for requests that they do not handle. With
 * `API_SERVER=next`, Next handles API requests too, as in `npm run dev`. A test compares the responses of both.
 * @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean} Handler
 * @returns {Promise<{ tryRespond: Handler, handleHealthRequest: Handler, handleApiRequest: Handler,
 *   respondBusy: (...args: Parameters<Handler>) => void, reportStopping: () => void, startMetrics: () => () => void,
 *   startWorker: () => () => Promise<void>, stopListener: () => Promise<void> }>}
 */
async function loadApiServer() {
  const bundle = await import(join(projectRoot, process.env.NEXT_DIST_DIR || '.next', 'api-server.mjs'));
  if (process.env.API_SERVER !== 'next') return bundle;
  return {
    ...bundle,
    tryRespond: () => false,
    handleApiRequest: () => false,
    startMetrics: () => () => {},
    startWorker: () => async () => {},
  };
}

/** Stops the embedded database when the parent process, which normally does so, was killed. The parent passed the command. */
function stopDatabase() {
  const { STOP_DATABASE_COMMAND: command } = process.env;
  if (!command) return;
  spawn(process.execPath, JSON.parse(command), { cwd: projectRoot, detached: true, stdio: 'ignore' }).unref();
}

/**
 * Escapes the percent signs of a path that can't be decoded. Next would answer it with a bare 400 instead of the page
 * for 404.
 * @param {string} url
 */
function escapeInvalidPath(url) {
  const [path = '', ...query] = url.split(/(?=\?)/);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + query.join('');
  }
}

/**
 * Discards what `work` writes to stdout: Next prints a greeting in the middle of a progress line. It prints errors to
 * stderr.
 * @param {() => Promise<void>} work
 */
async function withoutStdout(work) {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  await work();
  process.stdout.write = write;
}
