// A process that renders pages with Next, for lib/server/pages/page-workers.ts. Requests arrive on the socket at the path of
// the first argument. It exits when the server process disconnects.

import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import next from 'next';
import { ignoreEpipe } from '../process/ignore-epipe.mjs';
import { heartbeatMs, positionHeader } from './page-worker-protocol.mjs';

const projectRoot = join(import.meta.dirname, '../../..');
const [path = ''] = process.argv.slice(2);

ignoreEpipe();
// Signals of a terminal reach all its processes. The server process decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.once('disconnect', () => {
  // A server process that was killed has not removed the folder of the sockets.
  rmSync(isStopping ? path : dirname(path), { recursive: true, force: true });
  process.exit(0);
});

/** @typedef {import('@/lib/domain/service').InvalidationMessage} InvalidationMessage */

let isStopping = false;
/** The last message of the server process about its cache. */
let position = -1;
let isConnected = false;
/** @type {{ invalidate: (tag: string) => void, invalidateAll: () => void }[]} */
const subscribers = [];
/** Longer than a message takes while this process renders a large page. */
const maxWaitMs = 10_000;
/** Requests that wait for a message. @type {Set<{ position: number, handle: () => void }>} */
const waiting = new Set();

process.on('message', (/** @type {InvalidationMessage | 'stop'} */ message) => {
  if (message === 'stop') {
    if (isStopping) return;
    isStopping = true;
    process.disconnect();
    return;
  }
  ({ position, isConnected } = message);
  for (const subscriber of subscribers) {
    if (message.tags === null) subscriber.invalidateAll();
    else for (const tag of message.tags) subscriber.invalidate(tag);
  }
  for (const each of waiting) if (each.position <= position) each.handle();
});

Object.assign(globalThis, {
  /** @param {string} log */
  appVersionsWriteLog: (log) => process.connected && process.send?.({ log }),
  appVersionsInvalidations: {
    isConnected: () => isConnected,
    /** @param {(typeof subscribers)[number]} subscriber */
    subscribe: (subscriber) => subscribers.push(subscriber),
  },
});

// Next handles the upgrade requests of the server that it is given. It gets one that does not listen.
const app = next({
  dev: false,
  dir: projectRoot,
  port: Number(process.env.PORT),
  hostname: process.env.HOST || undefined,
  httpServer: createServer(),
});
await withoutStdout(() => app.prepare());
const handlePageRequest = app.getRequestHandler();

const server = createServer(
  // The server process has checked the requests, and adds headers to them.
  { requireHostHeader: false, requestTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 64 * 1024 },
  (request, response) => {
    const requiredPosition = Number(request.headers[positionHeader]) || 0;
    delete request.headers[positionHeader];
    const handle = () => handlePageRequest(request, response);
    if (requiredPosition <= position) handle();
    else waitForPosition(requiredPosition, response, handle);
  },
);
server.headersTimeout = 0;
server.listen(path, () => {
  process.send?.('ready');
  setInterval(() => process.send?.({ memoryBytes: process.memoryUsage.rss() }), heartbeatMs);
});

/**
 * Calls `handle` when the message with this position has arrived, unless the client goes away before. Closes the connection if it
 * does not arrive.
 * @param {number} requiredPosition
 * @param {import('node:http').ServerResponse} response
 * @param {() => void} handle
 */
function waitForPosition(requiredPosition, response, handle) {
  const end = () => {
    waiting.delete(entry);
    clearTimeout(timer);
  };
  const entry = {
    position: requiredPosition,
    handle: () => {
      end();
      handle();
    },
  };
  const timer = setTimeout(() => response.destroy(), maxWaitMs);
  waiting.add(entry);
  response.once('close', end);
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
