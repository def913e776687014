import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { insistOnFreePort, readPort } from './port';

it('reads PORT, and takes 3000 without it', () => {
  expect(readPort('8080')).toBe(8080);
  expect(readPort(undefined)).toBe(3000);
  expect(readPort('')).toBe(3000);
});

it.each(['0', '65536', '-1', '3000.5', 'three', '0x10g'])('refuses PORT=%s', (text) => {
  expect(() => readPort(text)).toThrow(`PORT is "${text}"`);
});

it.each([
  ['0.0.0.0', undefined],
  ['::', undefined],
  ['127.0.0.1', '127.0.0.1'],
])('says which port is taken on %s, and how to use another', async (taken, host) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, taken, resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    await expect(insistOnFreePort(port, host)).rejects.toThrow(
      `Port ${port} is taken by another program. To use another one: PORT=${port + 1} npm start`,
    );
  } finally {
    other.close();
  }
});

it('leaves a free port free', async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => probe.close(resolve));
  await insistOnFreePort(port, undefined);
  await insistOnFreePort(port, undefined);
});
