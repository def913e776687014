import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProxy, watchSources } from './development-server';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

test('changes are seen each time an editor replaces a file, and in new folders', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const file = join(folder, 'a.ts');
  writeFileSync(file, '0');
  let changes = 0;
  const stop = await watchSources([folder], async () => {
    changes += 1;
  });
  closers.push(stop, () => rmSync(folder, { recursive: true }));
  const expectChange = async (change: () => void) => {
    const before = changes;
    change();
    await expect.poll(() => changes).toBeGreaterThan(before);
  };
  for (const content of ['1', '2', '3'])
    await expectChange(() => {
      writeFileSync(`${file}~`, content);
      renameSync(`${file}~`, file);
    });
  await expectChange(() => mkdirSync(join(folder, 'new')));
  await expectChange(() => writeFileSync(join(folder, 'new/b.ts'), '1'));
});

test('requests go to the present server process, and upgrades to Next', async () => {
  const respond = (name: string) => createServer((_, response) => response.end(name));
  const ports = [await listen(respond('old')), await listen(respond('new'))];
  const next = createServer().on('upgrade', ({ headers }, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${headers.upgrade}\r\nConnection: Upgrade\r\nX-Host: ${headers.host}\r\n\r\n`,
    );
  });
  let current = 0;
  const port = await listen(createProxy(() => ports[current] ?? 0, await listen(next)));
  const read = async () => (await fetch(`http://127.0.0.1:${port}/api/app/versions`)).text();
  expect(await read()).toBe('old');
  current = 1;
  expect(await read()).toBe('new');
  const headers = { Host: 'localhost:3000', Connection: 'Upgrade', Upgrade: 'websocket' };
  const [response] = await once(request({ port, host: '127.0.0.1', headers }).end(), 'upgrade');
  expect([response.statusCode, response.headers['x-host']]).toEqual([101, 'localhost:3000']);
});
