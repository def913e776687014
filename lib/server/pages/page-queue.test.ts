import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPageQueue } from './page-queue.mjs';

let server: Server;
/** Pages that are being rendered. */
let rendering: ServerResponse[] = [];
let rendered = 0;
let sockets: Socket[] = [];

let queue: ReturnType<typeof createPageQueue>;

beforeEach(async () => {
  queue = createPageQueue({ maxRendering: 2, maxWaiting: 3, maxUnread: 4, maxOfClient: 3 });
  rendering = [];
  rendered = 0;
  sockets = [];
  server = createServer(({ headers }, response) => {
    const client = headers['x-client']?.toString() ?? null;
    const render = () => {
      rendered += 1;
      rendering.push(response);
    };
    queue.add(response, client, render, () => response.writeHead(503).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const getPort = () => (server.address() as AddressInfo).port;

async function request(headers = {}): Promise<number | undefined> {
  const sent = get({ port: getPort(), host: '127.0.0.1', headers, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** Requests a page and does not read it. */
function requestOnly(headers = ''): Socket {
  const socket = connect(getPort(), '127.0.0.1').pause();
  sockets.push(socket.on('error', () => {}));
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  return socket;
}

/** Ends the page that has been rendered for longest. */
const endRendering = (body = 'page') => rendering.shift()?.end(body);

it('renders pages up to the bound, lets others wait, and rejects further ones', async () => {
  const statuses: (number | undefined)[] = [];
  const requests = Array.from({ length: 8 }, async () => statuses.push(await request()));
  await expect.poll(() => statuses).toEqual([503, 503, 503]);
  expect(queue.counts()).toEqual({ waiting: 3, rendering: 2, unread: 0 });
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => rendered).toBe(Math.min(5, ended + 2));
    expect(rendering.length).toBeLessThanOrEqual(2);
    endRendering();
  }
  await Promise.all(requests);
  expect(statuses).toEqual([503, 503, 503, 200, 200, 200, 200, 200]);
});

it('does not render a page whose client left while it waited', async () => {
  const clients = [requestOnly(), requestOnly()];
  await expect.poll(() => queue.counts().rendering).toBe(2);
  clients.push(requestOnly());
  await expect.poll(() => queue.counts().waiting).toBe(1);
  clients.push(requestOnly());
  await expect.poll(() => queue.counts().waiting).toBe(2);
  clients[2]?.destroy();
  await expect.poll(() => queue.counts().waiting).toBe(1);
  endRendering();
  endRendering();
  await expect.poll(() => queue.counts()).toEqual({ waiting: 0, rendering: 1, unread: 0 });
  expect(rendered).toBe(3);
});

it('continues when a client leaves while its page is rendered', async () => {
  const clients = [requestOnly(), requestOnly()];
  await expect.poll(() => rendered).toBe(2);
  const next = request();
  for (const client of clients) client.destroy();
  await expect.poll(() => rendered).toBe(3);
  rendering.at(-1)?.end();
  expect(await next).toBe(200);
});

it('continues when pages are rendered to the end after their clients left', async () => {
  for (let count = 1; count <= 6; count += 1) {
    const client = requestOnly();
    await expect.poll(() => rendered).toBe(count);
    const left = once(rendering[0] as ServerResponse, 'close');
    client.destroy();
    await left;
    endRendering();
  }
  const next = request();
  await expect.poll(() => rendered).toBe(7);
  endRendering();
  expect(await next).toBe(200);
});

it('continues while clients do not read, up to a bound', async () => {
  const large = Buffer.alloc(20e6);
  for (let count = 1; count <= 4; count += 1) {
    const client = requestOnly();
    await expect.poll(() => rendered).toBe(count);
    const response = rendering.shift();
    expect(response?.write(large)).toBe(true);
    response?.end();
    expect(client.destroyed).toBe(false);
  }
  expect(await request()).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => queue.counts().unread).toBe(0);
  const next = request();
  await expect.poll(() => rendered).toBe(5);
  endRendering();
  expect(await next).toBe(200);
});

it('bounds the pages of each client, until they have been read', async () => {
  const large = Buffer.alloc(20e6);
  const clients = [1, 2, 3].map(() => requestOnly('X-Client: a\r\n'));
  await expect.poll(() => queue.counts()).toEqual({ waiting: 1, rendering: 2, unread: 0 });
  expect(await request({ 'X-Client': 'a' })).toBe(503);
  const others = [request({ 'X-Client': 'b' }), request()];
  for (let count = 1; count <= 3; count += 1) {
    await expect.poll(() => rendering.length).toBeGreaterThan(0);
    rendering.shift()?.end(large);
  }
  await expect.poll(() => rendering.length).toBe(2);
  expect([queue.counts().unread, await request({ 'X-Client': 'a' })]).toEqual([3, 503]);
  endRendering();
  endRendering();
  expect(await Promise.all(others)).toEqual([200, 200]);
  clients[0]?.destroy();
  await expect.poll(() => queue.counts().unread).toBe(2);
  const next = request({ 'X-Client': 'a' });
  await expect.poll(() => rendering.length).toBe(1);
  endRendering();
  expect(await next).toBe(200);
});
