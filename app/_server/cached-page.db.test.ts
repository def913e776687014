import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cacheTags } from '@/lib/cache/server-cache';
import { withTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import type { RenderedPage } from '@/lib/http/pages/rendered-page';
import { getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildSession } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { handleCachedPage, type PageRequest } from './cached-page';

const { url, owner } = await openTestDatabase();
let app: BuiltApp;
let session: string;
let server: Server;
/** The requests that were rendered for the cache, and the number of those that were not cached. */
let rendered: PageRequest[] = [];
let declined = 0;
let renderPage: (request: PageRequest) => Promise<RenderedPage>;

const filler = 'text '.repeat(1000);

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('TRUST_PROXY', '1');
  app = await buildApp(owner, { versions: 2 });
  const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  session = await buildSession(owner, { app, account, role: 'owner' });
  vi.stubEnv('DEFAULT_APP', app.slug);
  server = createServer((request, response) => {
    const decline = () => {
      declined += 1;
      response.end('rendered for this request');
    };
    const render = (pageRequest: PageRequest) => {
      rendered.push(pageRequest);
      return renderPage(pageRequest);
    };
    if (!handleCachedPage(request, response, { render, decline })) decline();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await waitForListeners(getService());
});

beforeEach(async () => {
  renderPage = async (request) => toPage(`${JSON.stringify(request)} ${filler}`);
  await changeCatalog('Before');
  rendered = [];
  declined = 0;
});

afterAll(async () => {
  server?.close();
  await closeService(getService());
});

/** A change by another process, which has been acknowledged. */
async function changeCatalog(title: string): Promise<void> {
  await withTenant(owner, { appId: app.id, accountId: null }, (queries) =>
    queries.version.updateMany({ where: { appId: app.id }, data: { title } }),
  );
  await waitForInvalidation(owner);
}

function toPage(body: string): RenderedPage {
  const policy = "script-src 'self' 'nonce-bm9uY2U='";
  const html = `<script nonce="bm9uY2U=">run()</script>${body}`;
  return { status: 200, headers: { 'content-security-policy': policy }, body: html };
}

async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ port, host: '127.0.0.1', method, path, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(response.headers['content-encoding'])];
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (decode ? decode(body) : body).toString(),
  };
}

test('a page is rendered once for all visitors, and again after a change on any server', async () => {
  const first = await Promise.all(Array.from({ length: 20 }, () => send('/')));
  expect([rendered.length, new Set(first.map(({ body }) => body)).size]).toEqual([1, 1]);
  for (let count = 2; count <= 4; count += 1) {
    await changeCatalog(`Version ${count}`);
    await send('/');
    await send('/');
    expect(rendered.length).toBe(count);
  }
});

test('a page is not rendered again while its catalog is the same, also when its app is read again', async () => {
  await send('/');
  const { cache } = getService();
  // As after 10 seconds.
  cache.apps.invalidateAll();
  await send('/');
  const refresh = vi.spyOn(cache.apps, 'refresh');
  await send('/');
  expect([rendered.length, refresh.mock.calls[0]?.[0]]).toEqual([1, `127.0.0.1 ${app.slug}`]);
  refresh.mockRestore();
});

test('a page is from the cache when another app changes while its app is read', async () => {
  const { cache, pool } = getService();
  cache.apps.invalidateAll();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(pool, 'query').mockImplementationOnce((async (...args: unknown[]) => {
    const result = await query(...args);
    cache.invalidate(cacheTags.app('another'));
    return result;
  }) as typeof pool.query);
  expect((await send('/')).headers['cache-control']).toBe('public, no-cache');
  expect([spy.mock.calls.length > 0, rendered.length, declined]).toEqual([true, 1, 0]);
  spy.mockRestore();
});

test('/docs is cached with the origin that it shows, and needs no database', async () => {
  await send('/docs?a=1', { Host: 'a.example' });
  await send('/docs?a=2', { Host: 'a.example', 'Accept-Language': 'fr' });
  await send('/docs', { Host: 'a.example', 'X-Forwarded-Proto': 'https' });
  await send('/docs', { Host: 'b.example' });
  expect(rendered.map(({ headers }) => [headers.host, headers['x-forwarded-proto']])).toEqual([
    ['a.example', undefined],
    ['a.example', 'https'],
    ['b.example', undefined],
  ]);
  await send('/docs/reference/listVersions', { Host: 'a.example' });
  await send('/docs/reference/listVersions?a=1', { Host: 'a.example' });
  await send('/docs/reference/Version', { Host: 'a.example' });
  expect([rendered.length, declined]).toEqual([5, 0]);
  // Names that are not in the API have no place in the cache.
  await send('/docs/reference/nothing', { Host: 'a.example' });
  await send('/docs', { Host: `${'a'.repeat(200)}.example` });
  expect([rendered.length, declined]).toEqual([5, 2]);
  const { pool, cache } = getService();
  cache.apps.invalidateAll();
  const unavailable = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
  const spy = vi.spyOn(pool, 'query').mockRejectedValue(unavailable as never);
  const statuses = [(await send('/')).status, (await send('/docs')).status];
  spy.mockRestore();
  expect([statuses, declined]).toEqual([[503, 200], 3]);
});

test('a page whose rendering began before a change is not shown after it', async () => {
  let finish = () => {};
  renderPage = () => new Promise((resolve) => (finish = () => resolve(toPage('old'))));
  const before = send('/');
  await expect.poll(() => rendered.length).toBe(1);
  await changeCatalog('After');
  renderPage = async () => toPage('new');
  expect((await send('/')).body).toContain('new');
  finish();
  await before;
  expect((await send('/')).body).toContain('new');
});

test.each<[string, string, Record<string, string>]>([
  ['path', '/compare', {}],
  ['known search param', '/?seats=3', {}],
  ['language', '/', { 'Accept-Language': 'de' }],
  ['country', '/', { 'Accept-Language': 'de-AT' }],
  ['chosen language', '/', { Cookie: 'language=ar' }],
  ['theme', '/', { Cookie: 'theme=dark' }],
  ['time zone', '/', { Cookie: 'time_zone=Asia%2FTokyo' }],
])('another %s is another page', async (_, path, headers) => {
  await send('/');
  const { body } = await send(path, headers);
  expect((await send(path, headers)).body).toBe(body);
  expect(rendered.length).toBe(2);
  for (const [name, value] of Object.entries(headers)) {
    expect(rendered[1]?.headers[name.toLowerCase()]).toContain(value);
  }
});

test.each<[string, string, Record<string, string>]>([
  ['unknown search params', '/?utm_source=a&x', {}],
  ['other cookies', '/', { Cookie: 'a=b; theme=unknown; time_zone=Nowhere' }],
  ['an empty session', '/', { Cookie: '__Host-app-versions=' }],
  ['keys', '/', { Authorization: 'Bearer avk_wrong', 'X-Account-Id': 'acc_marker' }],
  ['languages that are not supported', '/', { 'Accept-Language': 'fr, ja;q=0.5' }],
])('%s do not select another page', async (_, path, headers) => {
  await send('/');
  await send(path, headers);
  expect([rendered.length, declined]).toEqual([1, 0]);
});

test('nothing of a session, a key or an unknown cookie reaches a page for the cache', async () => {
  const cookie = `__Host-app-versions=${session}; a=marker`;
  expect((await send('/', { Cookie: cookie })).body).toBe('rendered for this request');
  expect((await send('/', { Cookie: '__Host-app-versions=avs_wrong' })).body).toBe(
    'rendered for this request',
  );
  // That of the account is rendered in its state, and not kept without placeholders.
  expect(rendered.splice(0).map(({ template }) => typeof template)).toEqual(['string']);
  const headers = {
    Cookie: 'a=marker; theme=dark',
    Authorization: 'marker',
    'X-Account-Id': 'marker',
    'User-Agent': 'marker',
  };
  const { body } = await send('/?marker=marker', headers);
  expect(body).not.toContain('marker');
  expect(Object.keys(rendered[0]?.headers ?? {}).sort()).toEqual(['cookie', 'host']);
});

test.each<[string, string, Record<string, string>, string?]>([
  ['Router requests', '/', { RSC: '1' }],
  ['prefetches', '/', { 'Next-Router-Prefetch': '1' }],
  ['other pages', '/requests', {}],
  ['long searches', `/compare?q=${'a'.repeat(300)}`, {}],
  ['other methods', '/', {}, 'POST'],
])('%s are not cached', async (_, path, headers, method) => {
  await send(path, headers, method);
  expect([rendered.length, declined]).toEqual([0, 1]);
});

test('a response has the security headers, a validator and no cookie', async () => {
  const { headers, body } = await send('/', { 'Accept-Encoding': 'br', 'X-Forwarded-Proto': 'https' });
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-security-policy': expect.stringMatching(/script-src 'self' 'sha256-[^ ]+'; .*upgrade-insecure/),
    'strict-transport-security': expect.any(String),
    'cache-control': 'public, no-cache',
    vary: expect.stringContaining('Cookie'),
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).not.toContain('bm9uY2U=');
  const known = await send('/', { 'If-None-Match': String(headers.etag) });
  expect([known.status, known.body, known.headers.etag]).toEqual([304, '', headers.etag]);
  expect(known.headers['content-security-policy']).toContain('sha256-');
  const head = await send('/', {}, 'HEAD');
  expect([head.status, head.body, Number(head.headers['content-length']) > 5000]).toEqual([200, '', true]);
});

test('a large page is sent only to a client that has read others', async () => {
  renderPage = async (request) => toPage('x'.repeat(request.url === '/' ? 1000 : 15e6));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /compare HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  expect([(await send('/compare')).status, (await send('/')).status]).toEqual([503, 200]);
  socket.destroy();
  await vi.waitUntil(async () => (await send('/compare')).status === 200, { timeout: 10_000 });
});

test('errors are not cached', async () => {
  renderPage = async () => ({ status: 503, headers: {}, body: '' });
  expect((await send('/')).body).toBe('rendered for this request');
  renderPage = () => Promise.reject(new Error('busy'));
  expect((await send('/')).status).toBe(503);
  renderPage = async () => toPage('page');
  expect((await send('/')).body).toContain('page');
});
