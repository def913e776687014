import { Server } from 'node:net';

/**
 * How long an idle connection stays open for a request that its client may have sent already. A proxy can't send a POST again
 * whose connection was closed.
 */
const defaultIdleMs = 500;

/**
 * Creates the function that shuts down a server. It accepts no new connections. Open ones have `idleMs` for one more request, and
 * requests in progress have `timeoutMs` to finish.
 * @param {import('node:http').Server} server
 * @param {number} timeoutMs
 * @param {number} [idleMs]
 * @returns {() => Promise<void>} resolves when the last connection is closed; further calls return the same promise
 */
export function createDrain(server, timeoutMs, idleMs = defaultIdleMs) {
  /** @type {Promise<void> | undefined} */
  let drained;
  server.prependListener('request', (_, response) => {
    // Otherwise the connection stays open for further requests.
    if (drained) response.shouldKeepAlive = false;
  });
  return () => {
    drained ??= new Promise((resolve) => {
      /** @type {NodeJS.Timeout | undefined} */
      let idleTimer;
      const closeIdle = () => server.closeIdleConnections();
      const graceTimer = setTimeout(() => {
        closeIdle();
        idleTimer = setInterval(closeIdle, 50);
      }, idleMs);
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
      // That of http.Server would close idle connections at once.
      Server.prototype.close.call(server, () => {
        clearTimeout(graceTimer);
        clearInterval(idleTimer);
        clearTimeout(timeout);
        resolve();
      });
    });
    return drained;
  };
}
