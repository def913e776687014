import { expect } from '@playwright/test';
import { testDistDir } from '@/tools/build';
import { findFreePort } from '@/tools/ports';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { type ServerProcess, startServerProcess } from '@/tools/testing/proxied-server';
import { test } from '../fixtures';

let server: ServerProcess;

// In one process, which starts the server once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const environment = createTestEnvironment({
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    NEXT_DIST_DIR: testDistDir,
    RATE_LIMITS: 'off',
    LOG: 'off',
  });
  server = await startServerProcess(await findFreePort(), environment, 2);
});

// A change by the other server would wait three seconds for one that is killed.
test.afterAll(async () => void (await server?.stop()));

test('methods and paths that Next cannot handle are errors', async ({ request, createTenant }) => {
  const { key } = await createTenant();
  const headers = { Authorization: `Bearer ${await key()}` };
  const getOutcome = async (method: string, path: string) => {
    const response = await request.fetch(path, { method, headers, maxRedirects: 0 });
    const { code } = await response.json();
    return { method, path, status: response.status(), code, allow: response.headers().allow };
  };
  const rejected = { status: 405, code: 'method_not_allowed' };
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'SEARCH']) {
    for (const [path, allow] of [
      ['/app/versions', 'GET, HEAD, POST'],
      ['/compare', 'GET, HEAD'],
    ] as const) {
      expect(await getOutcome(method, path)).toEqual({ method, path, ...rejected, allow });
    }
  }
  const unknown = { method: 'GET', status: 404, code: 'not_found', allow: undefined };
  for (const path of [
    '/api/app/versions/',
    '/app/versions/%zz',
    '/api/accounts/%ff',
    '/account/versions/%',
  ]) {
    expect(await getOutcome('GET', path)).toEqual({ path, ...unknown });
  }
});

test('a page path with an invalid percent-encoding is a 404 page', async ({ request }) => {
  for (const path of ['/%zz', '/compare/%ff', '/%']) {
    const response = await request.get(path);
    expect([path, response.status(), response.headers()['content-type']]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ]);
  }
  expect((await request.get('/compare?q=%zz')).status()).toBe(200);
});

test('a new server renders each language', { tag: '@full' }, async ({ request, createTenant }) => {
  const { app } = await createTenant();
  const headings = { en: '>Plans</h1>', de: '>Tarife</h1>', ar: '>الخطط</h1>' };
  for (const [language, heading] of Object.entries(headings)) {
    const headers = { Host: app.host, 'Accept-Language': language };
    const page = await request.get(`http://127.0.0.1:${server.port}/`, { headers });
    expect([language, page.status()]).toEqual([language, 200]);
    expect(await page.text()).toContain(heading);
  }
});

test('page requests over the bound get 503', { tag: '@full' }, async ({ createTenant }) => {
  const { app } = await createTenant();
  const origin = `http://127.0.0.1:${server.port}`;
  const getPage = async () => {
    const response = await fetch(`${origin}/`, { headers: { Host: app.host, 'Accept-Language': 'de' } });
    const { status, headers } = response;
    const text = await response.text();
    return {
      status,
      retryAfter: headers.get('retry-after'),
      isPage: text.startsWith('<!') && text.includes('lang="de'),
    };
  };
  const pages = Array.from({ length: 150 }, getPage);
  const health = await fetch(`${origin}/livez`);
  expect(health.status).toBe(200);
  const responses = await Promise.all(pages);
  const rendered = { status: 200, retryAfter: null, isPage: true };
  const rejected = { status: 503, retryAfter: '5', isPage: true };
  expect(responses).toEqual(expect.arrayContaining([rendered, rejected]));
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(68);
  expect(responses.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(await getPage()).toEqual(rendered);
});
