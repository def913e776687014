import { createServer } from 'node:http';

/** Requests of a connection that can wait. Most clients wait for each response, others pipeline a few requests. */
const defaultMaxWaiting = 32;
/** How long a client can take to read anything of a response. */
const defaultStallTimeoutMs = 30_000;
const checkIntervalMs = 1000;
/** Node keeps or accepts about 1,000 header fields of a request, depending on its version. */
const maxHeaders = 100;
/** A longer body that no handler has read is not read either. */
const maxDiscardedBytes = 64 * 1024;
/** The time in which the client of such a body can read the response. */
const defaultLingerMs = 2000;

/**
 * Creates a server that bounds the memory of each connection.
 *
 * - Requests of a connection are handled one after another. Node parses all pipelined requests of a 64 kB read at once, and
 *   would keep their responses. With more than `maxWaiting` waiting requests, the connection is closed.
 * - A connection whose client reads nothing of a response for `stallTimeoutMs` is closed.
 * - A connection on which the rest of a long body would follow a response is closed.
 *
 * What Node's parser rejects, and a request with more than `maxHeaders` header fields, is answered with
 * `rejectInvalid`, after the responses to the requests before it.
 * @param {import('node:http').ServerOptions & { maxWaiting?: number, stallTimeoutMs?: number, lingerMs?: number,
 *   rejectInvalid?: (code: string | undefined) => string }} options
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} listener
 */
export function createBoundedServer(
  {
    maxWaiting = defaultMaxWaiting,
    stallTimeoutMs = defaultStallTimeoutMs,
    lingerMs = defaultLingerMs,
    rejectInvalid,
    ...options
  },
  listener,
) {
  /**
   * The waiting requests of each connection with a request in progress.
   * @type {Map<import('node:net').Socket, (() => void)[]>}
   */
  const waitingBySocket = new Map();
  /**
   * The request in progress of each of these.
   * @type {WeakMap<import('node:net').Socket, { request: import('node:http').IncomingMessage, response:
   * import('node:http').ServerResponse }>}
   */
  const current = new WeakMap();

  const server = createServer(options, (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const handle = () => {
      current.set(socket, { request, response });
      response.once('close', () => handleNext(socket));
      if (rejectInvalid && request.rawHeaders.length > 2 * maxHeaders) {
        socket.end(rejectInvalid('HPE_HEADER_OVERFLOW'), () => socket.destroy());
        return;
      }
      closeUnlessRead(request, response, lingerMs);
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
 * Closes the connection after the response, unless the body has been read by then or is short.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} lingerMs
 */
function closeUnlessRead(request, response, lingerMs) {
  const { headers, socket } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && Number(headers['content-length'] ?? 0) <= maxDiscardedBytes) return;
  const { shouldKeepAlive } = response;
  const { destroySoon } = socket;
  response.shouldKeepAlive = false;
  // Node calls it after the last response of a connection. To close at once would reset the connection of a client that
  // still sends, and could discard the response.
  socket.destroySoon = () => {
    // After the current turn, in which Node starts to discard the body.
    setImmediate(() => socket.pause());
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  request.once('end', () => {
    response.shouldKeepAlive = shouldKeepAlive;
    socket.destroySoon = destroySoon;
  });
}

/**
 * Skips the requests that remain in the read, of which there can be thousands. Without this internal interface of Node they
 * are parsed, and ignored by the listener. Node resets the property when it uses the parser again.
 * @param {import('node:net').Socket & { parser?: { onIncoming: () => number } | null }} socket
 */
function stopParser({ parser }) {
  if (parser) parser.onIncoming = () => -1;
}
