import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { createDrain } from './drain.mjs';

/** Only the test of the timeout lets it pass. */
const timeoutMs = 3_600_000;
const idleMs = 1_800_000;

let server: Server;
let drain: () => Promise<void>;
let finishSlow: () => void;

beforeEach(async () => {
  // Responds to /slow when `finishSlow` is called, to all other requests at once.
  server = createServer((request, response) => {
    if (request.url === '/slow') finishSlow = () => response.end('done');
    else response.end('immediate');
  });
  drain = createDrain(server, timeoutMs, 0);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
});

it('lets a request in progress finish, then closes its connection', async () => {
  const client = await sendRequest('/slow');
  const drained = drain();
  await passTurns();
  finishSlow();
  await drained;
  expect(await client.readToEnd()).toMatch(/^HTTP\/1\.1 200 .*done/s);
});

it('accepts no new connections', async () => {
  await sendRequest('/slow');
  const drained = drain();
  await expect(openSocket()).rejects.toThrow('ECONNREFUSED');
  finishSlow();
  await drained;
});

it('closes idle connections after their time', async () => {
  const client = await sendRequest('/');
  await client.waitFor('immediate');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const drained = createDrain(server, timeoutMs, idleMs)();
  vi.advanceTimersByTime(idleMs - 1);
  expect(await promisify(server.getConnections.bind(server))()).toBe(1);
  vi.advanceTimersByTime(1);
  await drained;
});

it('responds to a request that an idle connection has sent before', async () => {
  const client = await sendRequest('/');
  await client.waitFor('immediate');
  client.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await createDrain(server, timeoutMs, idleMs)();
  expect(await client.readToEnd()).toMatch(/immediate.*Connection: close.*immediate/s);
});

it('responds to one more request of an open connection and closes it', async () => {
  const client = await sendRequest('/slow');
  const drained = drain();
  const received = once(server, 'request');
  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await received;
  finishSlow();
  await drained;
  expect(await client.readToEnd()).toMatch(/done.*Connection: close.*immediate/s);
});

it('closes the connection of a request after the timeout', async () => {
  await sendRequest('/slow');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const drained = drain();
  vi.advanceTimersByTime(timeoutMs - 1);
  expect(await promisify(server.getConnections.bind(server))()).toBe(1);
  vi.advanceTimersByTime(1);
  await drained;
});

it('can be called twice', async () => {
  await Promise.all([drain(), drain()]);
  expect(server.listening).toBe(false);
});

function openSocket(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo | null)?.port ?? 1, '127.0.0.1');
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function sendRequest(path: string) {
  const socket = await openSocket();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const received = new Promise((resolve) => server.once('request', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await received;
  const waitFor = (part: string) => expect.poll(() => text).toContain(part);
  const closed = once(socket, 'close');
  return { socket, waitFor, readToEnd: () => closed.then(() => text) };
}
