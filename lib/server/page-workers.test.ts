import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageWorkers } from './page-workers';

/** A worker whose behavior the path of a request selects. */
const workerSource = `
import { createServer } from 'node:http';
const aborted = [];
let memoryBytes = 0;
process.on('message', (message) => message === 'stop' && process.disconnect());
process.on('disconnect', () => process.exit(0));
createServer((request, response) => {
  const { url, headers } = request;
  if (url === '/crash') process.exit(1);
  if (url === '/hang') for (;;);
  if (url === '/grow') memoryBytes = 1e9;
  if (url === '/write') {
    process.send({ log: 'logged' });
    process.stdout.write('first\\nsec');
    process.stderr.write('x'.repeat(5000) + '\\n{"level":"error"}\\n');
    setTimeout(() => process.stdout.write('ond\\n\\n'), 20);
  }
  if (url === '/wait') return response.on('close', () => aborted.push(url));
  response.writeHead(url === '/none' ? 404 : 200, { 'X-Worker': process.pid, 'Keep-Alive': 'timeout=1' });
  response.end(JSON.stringify({ aborted, headers }));
}).listen(process.argv[2], () => process.send('ready'));
setInterval(() => process.send({ memoryBytes }), 100);
`;

let folder: string;
let log: string[] = [];
let output: string[] = [];
let workers: ReturnType<typeof createPageWorkers>;
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-workers-'));
  const script = join(folder, 'worker.mjs');
  writeFileSync(script, workerSource);
  log = [];
  output = [];
  workers = createPageWorkers({
    count: 2,
    script,
    flush: () => 7,
    onLog: (lines) => log.push(lines),
    onOutput: (line) => output.push(line),
    maxMissed: 2,
    maxMemoryBytes: 500e6,
  });
  server = createServer((request, response) => {
    workers.forward(request, response, () => response.writeHead(503).end());
  });
  await workers.start();
  await vi.waitUntil(() => workers.counts().ready === 2);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await workers.stop();
  rmSync(folder, { recursive: true });
});

function open(path: string, headers = {}) {
  return get({ port: (server.address() as AddressInfo).port, path, headers, agent: false });
}

async function request(path: string, headers = {}) {
  const [response] = (await once(open(path, headers), 'response')) as [IncomingMessage];
  const body = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: body ? JSON.parse(body) : null,
    worker: response.headers['x-worker'],
  };
}

it('passes requests and responses on, without the headers of the connection', async () => {
  const { status, headers, body } = await request('/none', {
    Host: 'a.example',
    Cookie: 'a=b',
    TE: 'gzip',
  });
  expect([status, headers['keep-alive']]).toEqual([404, undefined]);
  expect(body.headers).toMatchObject({ host: 'a.example', cookie: 'a=b', 'x-invalidation-position': '7' });
  expect(body.headers.te).toBeUndefined();
});

it('reads the output of a worker as lines of text, and its log apart', async () => {
  await request('/write');
  await expect.poll(() => output.length).toBe(4);
  expect(output.toSorted()).toEqual(['first', 'second', 'x'.repeat(2000), '{"level":"error"}']);
  expect(log).toEqual(['logged']);
});

it('sends a request to the worker with the fewest', async () => {
  const waiting = open('/wait').on('error', () => {});
  await sleep(100);
  const used = [await request('/'), await request('/'), await request('/')];
  expect(new Set(used.map(({ worker }) => worker)).size).toBe(1);
  waiting.destroy();
});

it('ends a request in the worker when its client leaves', async () => {
  const waiting = open('/wait').on('error', () => {});
  await sleep(100);
  waiting.destroy();
  await expect
    .poll(async () => (await Promise.all([request('/'), request('/')])).flatMap(({ body }) => body.aborted))
    .toContain('/wait');
});

it('replaces a worker that crashes, which fails only its own requests', async () => {
  const waiting = request('/wait').catch(() => null);
  await sleep(100);
  expect((await request('/crash')).status).toBe(503);
  expect((await request('/')).status).toBe(200);
  await expect.poll(() => workers.counts(), { timeout: 5000 }).toEqual({ ready: 2, started: 3 });
  server.closeAllConnections();
  await waiting;
});

it('lets requests wait for a worker while none is ready', async () => {
  await Promise.all([request('/crash'), request('/crash')]);
  expect((await request('/')).status).toBe(200);
});

it('replaces a worker that hangs', async () => {
  expect((await request('/hang')).status).toBe(503);
  await expect.poll(() => workers.counts(), { timeout: 5000 }).toEqual({ ready: 2, started: 3 });
});

it('replaces a worker with too much memory, without failing a request', async () => {
  const { worker } = await request('/grow');
  await expect.poll(() => workers.counts(), { timeout: 5000 }).toEqual({ ready: 2, started: 3 });
  const later = await Promise.all(Array.from({ length: 10 }, () => request('/')));
  expect(later.every(({ status }) => status === 200)).toBe(true);
  expect(later.map((each) => each.worker)).not.toContain(worker);
});
