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

afterEach(() => server?.close());

/** A pulse of what listens on a port of this machine and does this with whoever connects. */
async function pulseOf(greet: (socket: Socket) => void) {
  server = createServer(greet);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return openPulse(`postgres://u:p@127.0.0.1:${port}/d`, limits);
}

test('what waits for a database that says nothing is given up, and what comes after it too', async () => {
  const { watch } = await pulseOf(() => {});
  const failure = await watch(forever).catch((error) => error);
  expect(classifyFailure(failure)).toBe('unavailable');
  await expect(watch(forever)).rejects.toThrow('The database says nothing.');
});

test('what a database says decides nothing, as long as it says something', async () => {
  const { watch } = await pulseOf((socket) => socket.destroy());
  await expect(watch(sleep(600, 'done'))).resolves.toBe('done');
});

test('what fails by itself fails as it is', async () => {
  const { watch } = await pulseOf(() => {});
  await expect(watch(Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
