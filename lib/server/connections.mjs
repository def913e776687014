import { createServer } from 'node:http';

/** Requests of a connection that can wait. Most clients wait for each response, others pipeline a few requests. */
const defaultMaxWaiting = 32;
/** How long a client can take to read anything of a response. */
const defaultStallTimeoutMs = 30_000;
const checkIntervalMs = 1000;

/**
 * Creates a server that bounds the memory of each connection.
 *
 * - Requests of a connection are handled one after another. Node parses all pipelined requests of a 64 kB read at once, and
 *   would keep their responses. With more than `maxWaiting` waiting requests, the connection is closed.
 * - A connection whose client reads nothing of a response for `stallTimeoutMs` is closed.
 *
 * What Node's parser rejects is answered with `rejectInvalid`, after the responses to the requests before it.
 * @param {import('node:http').ServerOptions & { maxWaiting?: number, stallTimeoutMs?: number,
 *   rejectInvalid?: (code: string | undefined) => string }} options
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} listener
 */
export function createBoundedServer(
  { maxWaiting = defaultMaxWaiting, stallTimeoutMs = defaultStallTimeoutMs, rejectInvalid, ...options },
  listener,
) {
  /**
   * The waiting requests of each connection with a request in progress.
   * @type {Map<import('node:net').Socket, (() => void)[]>}
   */
  const waitingBySocket = new Map();
  /**
   * The request in progress of each of these.
   * @type {WeakMap<import('node:net').Socket, { request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse }>}
   */
  const current = new WeakMap();

  const server = createServer(options, (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const handle = () => {
      current.set(socket, { request, response });
      response.once('close', () => handleNext(socket));
      listener(request, response);
    };
    const waiting = waitingBySocket.get(socket);
    if (!waiting) {
      waitingBySocket.set(socket, []);
      handle();
    } else if (waiting.length < maxWaiting) {
      waiting.push(handle);
    } else {
      socket.destroy();
      stopParser(socket);
    }
  });

  if (rejectInvalid) {
    server.on('clientError', (/** @type {NodeJS.ErrnoException} */ { code }, /** @type {any} */ socket) => {
      const reject = () => {
        if (socket.writable && code !== 'ECONNRESET') socket.end(rejectInvalid(code), () => socket.destroy());
        else socket.destroy();
      };
      const waiting = waitingBySocket.get(socket);
      const { request, response } = current.get(socket) ?? {};
      // The rest of its body is invalid: it has no other response.
      if (waiting && !request?.complete && response?.headersSent) socket.destroy();
      else if (waiting && request?.complete) waiting.push(reject);
      else reject();
    });
  }

  /** @param {import('node:net').Socket} socket */
  function handleNext(socket) {
    const next = socket.writable && waitingBySocket.get(socket)?.shift();
    // Requests of other connections have their turn first.
    if (next) setImmediate(next);
    else waitingBySocket.delete(socket);
  }

  const stallTimer = setInterval(
    () => {
      for (const socket of waitingBySocket.keys()) {
        // Node closes the connection after this time without progress.
        const timeoutMs = socket.writableLength > 0 ? stallTimeoutMs : 0;
        if ((socket.timeout ?? 0) !== timeoutMs) socket.setTimeout(timeoutMs);
      }
    },
    Math.min(checkIntervalMs, stallTimeoutMs),
  ).unref();
  server.once('close', () => clearInterval(stallTimer));
  return server;
}

/**
 * Skips the requests that remain in the read, of which there can be thousands. Without this internal interface of Node they
 * are parsed, and ignored by the listener. Node resets the property when it uses the parser again.
 * @param {import('node:net').Socket & { parser?: { onIncoming: () => number } | null }} socket
 */
function stopParser({ parser }) {
  if (parser) parser.onIncoming = () => -1;
}
