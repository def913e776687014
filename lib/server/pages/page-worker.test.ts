import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

/** In place of Next: responds with the paths of all requests so far. The timers of the process are those of a test. */
const nextSource = `
import { mock } from 'node:test';
mock.timers.enable({ apis: ['setTimeout'] });
const paths = [];
export default () => ({
  prepare: async () => {},
  getRequestHandler: () => (request, response) => {
    paths.push(request.url);
    if (request.url === '/tick') mock.timers.tick(60_000);
    response.end(paths.join(' '));
  },
});
`;

let folder: string;
let path: string;
let worker: ChildProcess;
let position = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-worker-'));
  const files = ['next.mjs', 'resolve.mjs', 'register.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [next, resolve, register] = files.map((file) => pathToFileURL(file).href);
  writeFileSync(files[0], nextSource);
  writeFileSync(
    files[1],
    `export const resolve = (name, context, next) =>
      name === 'next' ? { url: '${next}', shortCircuit: true } : next(name, context);`,
  );
  writeFileSync(files[2], `import { register } from 'node:module';\nregister('${resolve}');`);
  path = join(folder, '1');
  worker = fork(join(import.meta.dirname, 'page-worker.mjs'), [path], {
    execArgv: ['--import', register ?? ''],
  });
  await once(worker, 'message');
});

beforeEach(() => invalidate());

afterAll(() => {
  worker.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Sends the next message of the server process. */
function invalidate(): void {
  position += 1;
  worker.send({ position, tags: [], isConnected: true });
}

/** Requests a page that depends on the message with this number. */
function open(url: string, required: string | number) {
  return get({ socketPath: path, path: url, headers: { 'x-invalidation-position': required }, agent: false });
}

async function request(url: string, required: string | number = 0): Promise<string> {
  const [response] = (await once(open(url, required), 'response')) as [IncomingMessage];
  return text(response);
}

it('handles a request only after the message that it depends on', async () => {
  const waiting = request('/waiting', position + 1);
  expect(await request('/other', position)).not.toContain('/waiting');
  invalidate();
  expect(await waiting).toContain('/waiting');
});

it('handles a request whose position is no number at once', async () => {
  expect(await request('/no-number', 'x')).toContain('/no-number');
});

it('does not handle a request whose client left while it waited', async () => {
  const waiting = open('/left', position + 1).on('error', () => {});
  await once(waiting, 'socket');
  await request('/other');
  const closed = new Promise((resolve) => waiting.once('close', resolve));
  waiting.destroy();
  await closed;
  await request('/other');
  invalidate();
  expect(await request('/other', position)).not.toContain('/left');
});

it('closes the connection of a request that has waited for too long', async () => {
  const waiting = open('/late', position + 1);
  await once(waiting, 'socket');
  const failed = once(waiting, 'error');
  await request('/other');
  await request('/tick');
  await failed;
  invalidate();
  expect(await request('/other', position)).not.toContain('/late');
});

it('exits when it is told to stop', async () => {
  worker.send('stop');
  expect((await once(worker, 'exit'))[0]).toBe(0);
});
