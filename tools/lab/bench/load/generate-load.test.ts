import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { generateLoad } from './generate-load';

async function startServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('sends the requests in turn and counts every response', async () => {
  const received: string[] = [];
  const port = await startServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(`${request.method} ${request.url} ${request.headers['x-name']} ${body}`);
    response.writeHead(request.method === 'POST' ? 201 : 200).end('{}');
  });
  const requests = [
    { path: '/a', headers: { 'X-Name': 'ann' } },
    { method: 'POST' as const, path: '/b', headers: { 'X-Name': 'bob' }, body: { größe: 1 } },
  ];
  const { responses, statusCounts, p50Ms, p99Ms } = await generateLoad({
    port,
    requests,
    connections: 1,
    seconds: 0.3,
  });
  expect(responses).toBe(received.length);
  expect(received.slice(0, 3)).toEqual(['GET /a ann ', 'POST /b bob {"größe":1}', 'GET /a ann ']);
  expect(statusCounts).toEqual({ 200: Math.ceil(responses / 2), 201: Math.floor(responses / 2) });
  expect(p50Ms).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
});

test('at a fixed rate, counts latency from the time each request was due', async () => {
  // biome-ignore lint/style/noRestrictedGlobals: the latency of a server is what is measured
  const port = await startServer((_, response) => void setTimeout(() => response.end(), 30));
  const { responses, p99Ms } = await generateLoad({
    port,
    requests: [{ path: '/', headers: {} }],
    connections: 1,
    seconds: 0.2,
    requestsPerSecond: 100,
  });
  // All due requests are sent. The single connection needs 600 ms for them.
  expect(responses).toBeGreaterThanOrEqual(20);
  expect(p99Ms).toBeGreaterThan(300);
});

test('rejects if the server closes a connection without a response', async () => {
  const port = await startServer((request) => void request.socket.destroy());
  const options = { port, requests: [{ path: '/', headers: {} }], connections: 1, seconds: 0.05 };
  await expect(generateLoad(options)).rejects.toThrow(/closed|ECONNRESET/);
});
