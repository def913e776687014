/**
 * Creates the function that shuts down a server. It accepts no new connections, and requests in progress have
 * `timeoutMs` to finish.
 * @param {import('node:http').Server} server
 * @param {number} timeoutMs
 * @returns {() => Promise<void>} resolves when the last connection is closed; further calls return the same promise
 */
export function createDrain(server, timeoutMs) {
  /** @type {Promise<void> | undefined} */
  let drained;
  server.prependListener('request', (_, response) => {
    // Otherwise the connection stays open for further requests.
    if (drained) response.shouldKeepAlive = false;
  });
  return () => {
    drained ??= new Promise((resolve) => {
      const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
      const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
      server.close(() => {
        clearInterval(idleTimer);
        clearTimeout(timeout);
        resolve();
      });
    });
    return drained;
  };
}
