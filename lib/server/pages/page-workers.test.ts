import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageWorkers } from './page-workers';

/** A worker whose behavior the path of a request selects. */
const workerSource = `
import { createServer } from 'node:http';
const aborted = [];
let waiting = 0;
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
    setImmediate(() => process.stdout.write('ond\\n\\n'));
  }
  if (url === '/wait') {
    waiting += 1;
    return response.on('close', () => aborted.push(url));
  }
  response.writeHead(url === '/none' ? 404 : 200, { 'X-Worker': process.pid, 'Keep-Alive': 'timeout=1' });
  response.end(JSON.stringify({ aborted, waiting, headers }));
}).listen(process.argv[2], () => process.send('ready'));
setInterval(() => process.send({ memoryBytes }), 100);
`;

let folder: string;
let log: string[] = [];
let output: string[] = [];
let workers: ReturnType<typeof createPageWorkers>;
let startWorkers: (options: { count: number; maxMissed: number }) => Promise<void>;
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-workers-'));
  const script = join(folder, 'worker.mjs');
  writeFileSync(script, workerSource);
  log = [];
  output = [];
  startWorkers = async (options) => {
    workers = createPageWorkers({
      script,
      flush: () => 7,
      onLog: (lines) => log.push(lines),
      onOutput: (line) => output.push(line),
      maxMemoryBytes: 500e6,
      ...options,
    });
    await workers.start();
    await vi.waitUntil(() => workers.counts().ready === options.count, { timeout: 60_000 });
  };
  server = createServer((request, response) => {
    workers.forward(request, response, () => response.writeHead(503).end());
  });
  // Silence does not end these workers.
  await startWorkers({ count: 2, maxMissed: Infinity });
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

/** Sends a request that is not answered. Resolves once a worker was chosen for it. */
async function openWaiting() {
  const received = once(server, 'request');
  const waiting = open('/wait').on('error', () => {});
  await received;
  return waiting;
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
  const waiting = await openWaiting();
  const used = [await request('/'), await request('/'), await request('/')];
  expect(new Set(used.map(({ worker }) => worker)).size).toBe(1);
  waiting.destroy();
});

it('ends a request in the worker when its client leaves', async () => {
  const readWorkers = async () =>
    (await Promise.all([request('/'), request('/')])).flatMap(({ body }) => [body.waiting, ...body.aborted]);
  const waiting = await openWaiting();
  await expect.poll(readWorkers).toContain(1);
  waiting.destroy();
  await expect.poll(readWorkers).toContain('/wait');
});

it('replaces a worker that crashes, which fails only its own requests', async () => {
  const waiting = await openWaiting();
  expect((await request('/crash')).status).toBe(503);
  expect((await request('/')).status).toBe(200);
  await expect.poll(() => workers.counts()).toEqual({ ready: 2, started: 3 });
  expect(waiting.destroyed).toBe(false);
});

it('lets requests wait for a worker while none is ready', async () => {
  await Promise.all([request('/crash'), request('/crash')]);
  expect((await request('/')).status).toBe(200);
});

it('replaces a worker that hangs', async () => {
  await workers.stop();
  // One, because a busy machine can also silence another.
  await startWorkers({ count: 1, maxMissed: 2 });
  expect((await request('/hang')).status).toBe(503);
  await expect.poll(() => workers.counts()).toEqual({ ready: 1, started: 2 });
});

it('replaces a worker with too much memory, without failing a request', async () => {
  const { worker } = await request('/grow');
  await expect.poll(() => workers.counts()).toEqual({ ready: 2, started: 3 });
  const later = await Promise.all(Array.from({ length: 10 }, () => request('/')));
  expect(later.every(({ status }) => status === 200)).toBe(true);
  expect(later.map((each) => each.worker)).not.toContain(worker);
});
