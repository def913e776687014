import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { defaultConnectionLimits } from './client';
import { classifyDatabaseError } from './database-error';
import { type DatabaseHealth, openDatabaseHealth } from './database-health';

const limits = { ...defaultConnectionLimits, connectTimeoutMs: 200 };
const neverSettles = new Promise<never>(() => {});
const sockets = new Set<Socket>();
let server: Server | undefined;
let queries = 0;

afterEach(() => {
  server?.close();
  queries = 0;
  for (const socket of sockets) socket.destroy();
});

// Messages of the Postgres protocol.
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const emptyQueryResponse = Buffer.from([0x49, 0, 0, 0, 4]);
const queryResponse = Buffer.concat([emptyQueryResponse, readyForQuery]);

/** Opens the health check of a server that accepts connections and sends `response` to each query, or nothing if null. */
async function openHealth(response: Buffer | null): Promise<DatabaseHealth> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]));
      socket.on('data', () => {
        queries += 1;
        if (response) socket.write(response);
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://u:p@127.0.0.1:${port}/d`;
  return openDatabaseHealth({ url, role: 'u', pooled: false }, limits);
}

test('guard rejects work, and all later work, while the database does not respond', async () => {
  const { guard } = await openHealth(null);
  const error = await guard(neverSettles).catch((reason) => reason);
  expect(classifyDatabaseError(error)).toBe('unavailable');
  await expect(guard(neverSettles)).rejects.toThrow('The database does not respond.');
});

test('guard returns the result of finished work while the database does not respond', async () => {
  const { guard } = await openHealth(null);
  await guard(neverSettles).catch(() => {});
  await expect(guard(Promise.resolve('done'))).resolves.toBe('done');
});

test('guard waits for slow work while the database responds', async () => {
  const { guard } = await openHealth(queryResponse);
  let finish: (result: string) => void = () => {};
  const work = guard(new Promise<string>((resolve) => (finish = resolve)));
  await expect.poll(() => queries).toBeGreaterThan(2);
  finish('done');
  await expect(work).resolves.toBe('done');
});

test('guard rejects with the error of the work', async () => {
  const { guard } = await openHealth(null);
  await expect(guard(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
