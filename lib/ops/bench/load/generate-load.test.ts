import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { generateLoad } from './generate-load';

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('asks what it was told to, in turn, and counts every answer', async () => {
  const asked: string[] = [];
  const port = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(`${request.method} ${request.url} ${request.headers['x-who']} ${body}`);
    response.writeHead(request.method === 'POST' ? 201 : 200).end('{}');
  });
  const requests = [
    { path: '/a', headers: { 'X-Who': 'ann' } },
    { method: 'POST' as const, path: '/b', headers: { 'X-Who': 'bob' }, body: { größe: 1 } },
  ];
  const { answers, statuses, p50Ms, p99Ms } = await generateLoad({
    ports: [port],
    requests,
    connections: 1,
    seconds: 0.1,
  });
  expect(answers).toBe(asked.length);
  expect(asked.slice(0, 3)).toEqual(['GET /a ann ', 'POST /b bob {"größe":1}', 'GET /a ann ']);
  expect(statuses).toEqual({ 200: Math.ceil(answers / 2), 201: Math.floor(answers / 2) });
  expect(p50Ms).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
});

test('connections go to all ports in turn', async () => {
  const counts = [0, 0];
  const ports = await Promise.all(
    counts.map((_, index) =>
      serve((_, response) => {
        counts[index] = (counts[index] ?? 0) + 1;
        response.end();
      }),
    ),
  );
  const { answers } = await generateLoad({
    ports,
    requests: [{ path: '/', headers: {} }],
    connections: 4,
    seconds: 0.05,
  });
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts[0]! + counts[1]!).toBe(answers);
});

test('under a rate a slow answer delays those behind it, and their time counts from when they were due', async () => {
  const port = await serve((_, response) => void setTimeout(() => response.end(), 30));
  const { answers, p99Ms } = await generateLoad({
    ports: [port],
    requests: [{ path: '/', headers: {} }],
    connections: 1,
    seconds: 0.2,
    rate: 100,
  });
  // All that were due are asked for, and the one connection needs 600 ms for them.
  expect(answers).toBeGreaterThanOrEqual(20);
  expect(p99Ms).toBeGreaterThan(300);
});

test('a server that hangs up is a failure, and no quick answer', async () => {
  const port = await serve((request) => void request.socket.destroy());
  const order = { ports: [port], requests: [{ path: '/', headers: {} }], connections: 1, seconds: 0.05 };
  await expect(generateLoad(order)).rejects.toThrow(/closed|ECONNRESET/);
});
