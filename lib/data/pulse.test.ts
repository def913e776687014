import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { usualLimits } from './client';
import { classifyFailure } from './failure';
import { openPulse } from './pulse';

const limits = { ...usualLimits, connectMs: 200 };
const forever = new Promise<never>(() => {});
let server: Server | undefined;

const sockets = new Set<Socket>();

afterEach(() => {
  server?.close();
  for (const socket of sockets) socket.destroy();
});

/** What Postgres says to a connection it takes, and after a statement without a result. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const welcome = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), ready]);
const nothing = Buffer.concat([Buffer.from([0x49, 0, 0, 0, 4]), ready]);

/** A pulse of a database that takes connections and says this, or nothing, to whatever is asked. */
async function pulseOf(answer: Buffer | null) {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => {
      socket.write(welcome);
      socket.on('data', () => answer && socket.write(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return openPulse(`postgres://u:p@127.0.0.1:${port}/d`, limits);
}

test('what waits for a database that says nothing is given up, and what comes after it too', async () => {
  const { watch } = await pulseOf(null);
  const failure = await watch(forever).catch((error) => error);
  expect(classifyFailure(failure)).toBe('unavailable');
  await expect(watch(forever)).rejects.toThrow('The database says nothing.');
});

test('what is there already waits for nobody', async () => {
  const { watch } = await pulseOf(null);
  await watch(forever).catch(() => {});
  expect(watch('there')).toBe('there');
});

test('what takes long is waited for, as long as the database says something', async () => {
  const { watch } = await pulseOf(nothing);
  await expect(watch(sleep(1000, 'done'))).resolves.toBe('done');
});

test('what fails by itself fails as it is', async () => {
  const { watch } = await pulseOf(null);
  await expect(watch(Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
