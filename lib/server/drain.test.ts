import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDrain } from './drain.mjs';

const timeoutMs = 1000;

let server: Server;
let drain: () => Promise<void>;
let finishSlow: () => void;

beforeEach(async () => {
  // Responds to /slow when `finishSlow` is called, to all other requests at once.
  server = createServer((request, response) => {
    if (request.url === '/slow') finishSlow = () => response.end('done');
    else response.end('immediate');
  });
  drain = createDrain(server, timeoutMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.closeAllConnections());

it('lets a request in progress finish, then closes its connection', async () => {
  const client = await sendRequest('/slow');
  const drained = drain();
  await sleep(100);
  finishSlow();
  const startedAt = performance.now();
  await drained;
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs / 2);
  expect(await client.readToEnd()).toMatch(/^HTTP\/1\.1 200 .*done/s);
});

it('accepts no new connections', async () => {
  await sendRequest('/slow');
  const drained = drain();
  await expect(openSocket()).rejects.toThrow('ECONNREFUSED');
  finishSlow();
  await drained;
});

it('does not wait for idle connections', async () => {
  const client = await sendRequest('/');
  await client.waitFor('immediate');
  const startedAt = performance.now();
  await drain();
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs / 2);
});

it('responds to one more request of an open connection and closes it', async () => {
  const client = await sendRequest('/slow');
  const drained = drain();
  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await sleep(50);
  finishSlow();
  await drained;
  expect(await client.readToEnd()).toMatch(/done.*Connection: close.*immediate/s);
});

it('closes the connection of a request after the timeout', async () => {
  await sendRequest('/slow');
  const startedAt = performance.now();
  await drain();
  expect(performance.now() - startedAt).toBeGreaterThan(timeoutMs - 50);
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs * 3);
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
  const waitFor = async (part: string) => {
    while (!text.includes(part)) await sleep(5);
  };
  const closed = once(socket, 'close');
  return { socket, waitFor, readToEnd: () => closed.then(() => text) };
}
