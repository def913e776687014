import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase } from '@/tools/testing/test-service';
import { passTurns } from '@/tools/testing/wait-until';
import { endpoints } from '../endpoints';
import { formatHistoryCsv } from './history-response';

// The history as CSV is streamed in pages.

const entryCount = 1101;

const { url, owner } = await openTestDatabase();
let key: string;
let otherKey: string;
/** Of the same app. */
let moreKeys: string[];
let otherAppKey: string;
let queries = 0;
const output: string[] = [];

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'json');
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output.push(String(chunk));
    return true;
  });
  const app = await buildApp(owner, { versions: 3, features: 3 });
  const history = Array.from({ length: entryCount }, (_, index) => app.versions[index % 3]!);
  key = await buildKey(owner, { app, account: await buildAccount(owner, app, { history }) });
  otherKey = await buildKey(owner, { app, account: await buildAccount(owner, app, { history }) });
  const createKey = async () =>
    buildKey(owner, { app, account: await buildAccount(owner, app, { history: history.slice(0, 501) }) });
  moreKeys = [await createKey(), await createKey(), await createKey(), await createKey()];
  const otherApp = await buildApp(owner, { versions: 3 });
  const otherHistory = history.map((_, index) => otherApp.versions[index % 3]!).slice(0, 501);
  otherAppKey = await buildKey(owner, {
    app: otherApp,
    account: await buildAccount(owner, otherApp, { history: otherHistory }),
  });
  getService().pool.on('acquire', () => {
    queries += 1;
  });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await closeService(getService());
});

function request(query: string, { method = 'GET', secret = key } = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${secret}` };
  return endpoints['/api/account/versions'](
    new Request(`http://localhost/account/versions${query}`, { method, headers }),
    { params: {} },
  );
}

const startExport = (options?: Parameters<typeof request>[1]) => request('?format=csv', options);

test('the CSV has all entries of the JSON pages, and a header line', async () => {
  const entries = [];
  for (let cursor = ''; ; ) {
    const { payload, next_cursor } = await (await request(`?limit=1000${cursor}`)).json();
    entries.push(...payload);
    if (next_cursor === undefined) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect(entries).toHaveLength(entryCount);
  const response = await startExport();
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await response.text()).toBe(formatHistoryCsv(entries));
});

test('pages are read while the client reads, and not after it goes away', async () => {
  const response = await startExport();
  const reader = response.body!.getReader();
  await reader.read();
  await reader.read();
  queries = 0;
  await passTurns();
  expect(queries).toBe(0);
  await reader.cancel();
  await passTurns();
  expect(queries).toBe(0);
});

test('at most 8 exports of an account are in progress; HEAD is none', async () => {
  for (let count = 0; count < 10; count += 1) {
    const head = await startExport({ method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, null]);
  }
  const responses = await Promise.all(Array.from({ length: 10 }, () => startExport()));
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 429, 429]);
  const rejected = responses.find(({ status }) => status === 429);
  expect(rejected?.headers.get('retry-after')).toBe('5');
  expect(await rejected?.json()).toMatchObject({ code: 'too_many_requests' });
  const other = await startExport({ secret: otherKey });
  expect(other.status).toBe(200);
  await other.body?.cancel();
  const texts = await Promise.all(
    responses.filter(({ status }) => status === 200).map((response) => response.text()),
  );
  expect(new Set(texts).size).toBe(1);
  const next = await startExport();
  expect(next.status).toBe(200);
  await next.body?.cancel();
});

test('exports of an app do not use up those of another app', async () => {
  const responses = [];
  for (const secret of moreKeys) {
    for (let count = 0; count < 8; count += 1) responses.push(await startExport({ secret }));
  }
  expect(responses.map(({ status }) => status)).toEqual([...Array(16).fill(200), ...Array(16).fill(429)]);
  const other = await startExport({ secret: otherAppKey });
  expect(other.status).toBe(200);
  await Promise.all([other, ...responses].map(({ body }) => body?.cancel()));
  expect((await startExport({ secret: moreKeys[0] })).status).toBe(200);
});

test('a body whose history cannot be read to the end fails, and the error is logged', async () => {
  const response = await startExport();
  expect(response.status).toBe(200);
  const query = vi.spyOn(getService().pool, 'query').mockImplementation(() => {
    throw new Error('no database');
  });
  await expect(response.text()).rejects.toThrow('no database');
  query.mockRestore();
  const lines = output.flatMap((chunk) => chunk.trim().split('\n')).map((line) => JSON.parse(line));
  expect(lines.filter(({ message }) => message === 'response aborted')).toMatchObject([
    {
      level: 'error',
      request_id: response.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/account/versions',
      error: { message: 'no database' },
    },
  ]);
});
