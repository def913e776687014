import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Host {
  origin: string;
}

/** Serves what `getPage` returns for a path, on an origin of its own, until the process ends. */
export async function startHost(
  getPage: (path: string) => string = () => '<!doctype html><title>Host</title>',
  hostname = '127.0.0.1',
  headers: Record<string, string> = {},
): Promise<Host> {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(getPage(request.url ?? '/'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.unref();
  return { origin: `http://${hostname}:${port}` };
}
