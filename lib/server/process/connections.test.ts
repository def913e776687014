import { once } from 'node:events';
import { IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { createBoundedServer } from './connections.mjs';

const maxWaiting = 10;
const stallTimeoutMs = 300;
/** More than the buffers of a connection hold. */
const largeBody = Buffer.alloc(40e6, 'x');

let server: Server;
let sockets: Socket[] = [];

// The clock by which stalled connections are looked for. Node's timeouts of sockets go on.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.closeAllConnections();
  server.close();
});

async function start(
  listener: RequestListener,
  options: Parameters<typeof createBoundedServer>[0] = { maxWaiting, stallTimeoutMs },
): Promise<void> {
  server = createBoundedServer(options, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

/** Sends requests in one write. */
function send(paths: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return socket;
}

/** Reads until the text ends with `end`, or the server closes the connection. */
async function read(socket: Socket, end: string): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.endsWith(end)) break;
  }
  return text;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `/n${index}`);

describe('pipelined requests', () => {
  it('are handled one after another, and answered in order', async () => {
    let inProgress = 0;
    let maxInProgress = 0;
    await start(async ({ url }, response) => {
      inProgress += 1;
      maxInProgress = Math.max(maxInProgress, inProgress);
      await passTurns(url === '/n0' ? 10 : 1);
      inProgress -= 1;
      response.end(`${url}.`);
    });
    const socket = send(numbers(maxWaiting + 1));
    const text = await read(socket, `/n${maxWaiting}.`);
    expect(text.match(/\/n\d+\./g)).toEqual(numbers(maxWaiting + 1).map((path) => `${path}.`));
    expect(maxInProgress).toBe(1);
  });

  it('leave turns to other connections', async () => {
    const handled: string[] = [];
    await start(({ url = '' }, response) => {
      handled.push(url);
      response.end('.');
    });
    const paths = numbers(maxWaiting);
    const others = paths.map((path) => `/other${path}`);
    await Promise.all([send(paths), send(others)].map((socket) => once(socket, 'data')));
    await expect.poll(() => handled.length).toBe(2 * maxWaiting);
    expect(handled.slice(0, maxWaiting).some((url) => url.startsWith('/other'))).toBe(true);
  });

  it('over the bound close the connection, and are not handled', async () => {
    const handled: string[] = [];
    await start(({ url = '' }, response) => {
      handled.push(url);
      if (url === '/') response.end('.');
    });
    const socket = send(numbers(2000));
    await once(socket.resume(), 'close');
    expect(await read(send(['/']), '\r\n.')).toContain('200 OK');
    expect(handled).toEqual(['/n0', '/']);
  });

  it('over the bound are not parsed', async () => {
    let parsed = 0;
    class CountedMessage extends IncomingMessage {
      constructor(socket: Socket) {
        super(socket);
        parsed += 1;
      }
    }
    await start(() => {}, { maxWaiting, stallTimeoutMs, IncomingMessage: CountedMessage });
    for (let connections = 1; connections <= 3; connections += 1) {
      await once(send(numbers(2000)).resume(), 'close');
      // One is handled, one is over the bound, and one stops the parser.
      expect(parsed).toBeLessThanOrEqual(connections * (maxWaiting + 3));
    }
  });

  it('are not handled before the client has read the responses to earlier ones', async () => {
    const handled: string[] = [];
    await start(({ url = '' }, response) => {
      handled.push(url);
      response.end(url === '/' ? '.' : largeBody);
    });
    send(numbers(5)).pause();
    await expect.poll(() => handled).toEqual(['/n0']);
    for (let count = 0; count < 3; count += 1) await read(send(['/']), '\r\n.');
    expect(handled).toEqual(['/n0', '/', '/', '/']);
  });

  it('are dropped when the client goes away', async () => {
    let handled = 0;
    await start((_, response) => {
      handled += 1;
      response.once('close', () => response.end('.'));
    });
    const socket = send(numbers(5));
    await expect.poll(() => handled).toBe(1);
    socket.destroy();
    await expect.poll(promisify(server.getConnections.bind(server))).toBe(0);
    await passTurns();
    expect(handled).toBe(1);
  });
});

/** Looks for stalled connections. */
const check = () => vi.advanceTimersByTime(stallTimeoutMs);

it('keeps a connection open for requests that follow each other', async () => {
  let received: Socket | undefined;
  await start((request, response) => {
    received = request.socket;
    response.end(`${request.url}.`);
  });
  const socket = send(['/a']);
  expect(String((await once(socket, 'data'))[0])).toContain('/a.');
  check();
  expect(received?.timeout).not.toBe(stallTimeoutMs);
  socket.write('GET /b HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toContain('/b.');
});

it('closes a connection whose client does not read', async () => {
  let response: ServerResponse | undefined;
  await start((_, each) => {
    response = each.end(largeBody);
  });
  send(['/']).pause();
  await expect.poll(() => response).toBeDefined();
  expect(response?.socket?.timeout ?? 0).toBe(0);
  check();
  expect(response?.socket?.timeout).toBe(stallTimeoutMs);
  await once(response!, 'close');
});

it('keeps the connection of a client that reads, and of one that waits', async () => {
  const responses = new Map<string | undefined, ServerResponse>();
  const options = { maxWaiting, stallTimeoutMs: 3_600_000 };
  await start(({ url }, response) => {
    responses.set(url, response);
    if (url === '/') response.end(largeBody);
  }, options);
  const slow = send(['/']).pause();
  const waiting = read(send(['/wait']), '\r\n.');
  await expect.poll(() => [...responses.keys()].sort()).toEqual(['/', '/wait']);
  const timeouts = () => ['/', '/wait'].map((url) => responses.get(url)?.socket?.timeout ?? 0);
  vi.advanceTimersByTime(1000);
  expect(timeouts()).toEqual([options.stallTimeoutMs, 0]);
  let bytes = 0;
  slow.on('data', (chunk) => {
    bytes += chunk.length;
  });
  slow.resume();
  await expect.poll(() => bytes).toBeGreaterThan(largeBody.length);
  responses.get('/wait')?.end('.');
  expect(await waiting).toContain('200 OK');
});

describe('a body that is not read', () => {
  const host = 'HTTP/1.1\r\nHost: a\r\n';
  const body = Buffer.alloc(40e6, 'x');
  let received: Socket;

  /** Responds before the body. */
  const startRejecting = () =>
    start(
      (request, response) => {
        received = request.socket;
        response.end('rejected.');
      },
      { lingerMs: 200 },
    );

  it.each([`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'])(
    'is left on the connection, which is closed after the response: %s',
    async (header) => {
      await startRejecting();
      const socket = send([]);
      const head = `POST / ${host}${header}\r\n\r\n`;
      socket.write(header.startsWith('T') ? `${head}${body.length.toString(16)}\r\n` : head);
      socket.write(body);
      const text = await read(socket, '(never)').catch(() => '(reset)');
      expect(text).toMatch(/connection: close\r\n/i);
      expect(text).toContain('rejected.');
      await expect.poll(() => received.destroyed).toBe(true);
      expect(received.bytesRead).toBeLessThan(body.length / 10);
    },
  );

  it('keeps the connection if it is short', async () => {
    await startRejecting();
    const socket = send([]);
    socket.write(`POST / ${host}Content-Length: 1000\r\n\r\n`);
    expect(await read(socket, 'rejected.')).toMatch(/connection: keep-alive\r\n/i);
  });
});

it('keeps the connection after a long body that was read', async () => {
  await start(async (request, response) => {
    for await (const _ of request);
    response.end(`${request.url}.`);
  });
  const socket = send([]);
  socket.write(`POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1e6)}`);
  expect(String((await once(socket, 'data'))[0])).toMatch(/connection: keep-alive/i);
  socket.write('GET /b HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toContain('/b.');
});
