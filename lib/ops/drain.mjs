/**
 * Makes the way to stop a server: no new connections, requests that are under way get `patienceMs` to finish.
 * @param {import('node:http').Server} server
 * @param {number} patienceMs
 * @returns {() => Promise<void>} resolves when the last connection is gone; may be called again
 */
export function drainOf(server, patienceMs) {
  /** @type {Promise<void> | undefined} */
  let drained;
  server.prependListener('request', (_, response) => {
    // A connection that is kept would outlast its answer.
    if (drained) response.shouldKeepAlive = false;
  });
  return () => {
    drained ??= new Promise((resolve) => {
      const tidy = setInterval(() => server.closeIdleConnections(), 50);
      const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
      server.close(() => {
        clearInterval(tidy);
        clearTimeout(cut);
        resolve();
      });
    });
    return drained;
  };
}
