import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drainOf } from './drain.mjs';

const patienceMs = 1000;

describe('draining a server', () => {
  let server: Server;
  let drain: () => Promise<void>;
  let answer: () => void;

  beforeEach(async () => {
    // Answers /slow when told to, everything else at once.
    server = createServer((request, response) => {
      if (request.url === '/slow') answer = () => response.end('done');
      else response.end('at once');
    });
    drain = drainOf(server, patienceMs);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.closeAllConnections());

  it('lets a request that is under way finish, and closes its connection then', async () => {
    const client = await ask('/slow');
    const drained = drain();
    await sleep(100);
    answer();
    const began = performance.now();
    await drained;
    expect(performance.now() - began).toBeLessThan(patienceMs / 2);
    expect(await client.hearsAll()).toMatch(/^HTTP\/1\.1 200 .*done/s);
  });

  it('takes no new connection meanwhile', async () => {
    await ask('/slow');
    const drained = drain();
    await expect(open()).rejects.toThrow('ECONNREFUSED');
    answer();
    await drained;
  });

  it('does not wait for a kept connection that nobody uses', async () => {
    const client = await ask('/');
    await client.hears('at once');
    const began = performance.now();
    await drain();
    expect(performance.now() - began).toBeLessThan(patienceMs / 2);
  });

  it('answers the next request of a kept connection as its last', async () => {
    const client = await ask('/slow');
    const drained = drain();
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await sleep(50);
    answer();
    await drained;
    expect(await client.hearsAll()).toMatch(/done.*Connection: close.*at once/s);
  });

  it('cuts off a request that takes too long', async () => {
    await ask('/slow');
    const began = performance.now();
    await drain();
    expect(performance.now() - began).toBeGreaterThan(patienceMs - 50);
    expect(performance.now() - began).toBeLessThan(patienceMs * 3);
  });

  it('can be told twice', async () => {
    await Promise.all([drain(), drain()]);
    expect(server.listening).toBe(false);
  });

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo | null)?.port ?? 1, '127.0.0.1');
      socket.once('connect', () => resolve(socket));
      socket.once('error', reject);
    });
  }

  async function ask(path: string) {
    const socket = await open();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const arrived = new Promise((resolve) => server.once('request', resolve));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await arrived;
    const hears = async (part: string) => {
      while (!text.includes(part)) await sleep(5);
    };
    const ended = once(socket, 'close');
    return { socket, hears, hearsAll: () => ended.then(() => text) };
  }
});
