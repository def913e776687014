import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { assertPortFree, parsePort } from './ports';

it('parses PORT and defaults to 3000', () => {
  expect(parsePort('8080')).toBe(8080);
  expect(parsePort(undefined)).toBe(3000);
  expect(parsePort('')).toBe(3000);
});

it.each(['0', '65536', '-1', '3000.5', 'three', '0x10g'])('rejects PORT=%s', (text) => {
  expect(() => parsePort(text)).toThrow(`PORT is "${text}"`);
});

it.each([
  ['0.0.0.0', undefined],
  ['::', undefined],
  ['127.0.0.1', '127.0.0.1'],
])('names the port that is in use on %s and how to use a different one', async (usedHost, host) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, usedHost, resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    await expect(assertPortFree(port, host)).rejects.toThrow(
      `Port ${port} is in use by another program. To use a different port: PORT=${port + 1} npm start`,
    );
  } finally {
    other.close();
  }
});

it('does not keep a free port in use', async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => probe.close(resolve));
  await assertPortFree(port, undefined);
  await assertPortFree(port, undefined);
});
