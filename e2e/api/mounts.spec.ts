import { type APIRequestContext, expect } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '@/lib/ops/chaos/server-process';
import { freePort } from '@/lib/ops/free-port';
import { testEnvironment } from '@/lib/ops/testing/run-captured';
import { testBuild } from '@/lib/ops/testing/static-checks';
import { test } from '../fixtures';

// The interface is mounted twice: beside Next by the server, and by Next itself as `npm run dev` has it.
let behindNext: ServerProcess;

test.beforeAll(async () => {
  const environment = testEnvironment({
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    NEXT_DIST_DIR: testBuild,
    RATE_LIMITS: 'off',
    LOG: 'off',
    INTERFACE: 'next',
  });
  behindNext = await startServerProcess(await freePort(), environment, 2);
});

test.afterAll(() => behindNext?.kill());

const compared = [
  'allow',
  'api-version',
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'permissions-policy',
  'referrer-policy',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
];

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  data?: string | Buffer;
}

async function answer(request: APIRequestContext, origin: string, { method, path, headers, data }: Sent) {
  const sent = { method, headers, data, maxRedirects: 0 };
  const response = await request.fetch(`${origin}${path}`, sent);
  const given = response.headers();
  const body = (await response.text()).replace(/req_[0-9a-z]{26}/, 'req_…');
  return {
    status: response.status(),
    headers: compared.map((name) => `${name}: ${given[name]}`),
    body: path.includes('format=csv') ? body.length : body,
  };
}

test('both mounts give the same answers', async ({ request, tenant, baseURL }) => {
  const { app, key } = await tenant({ versions: 3, features: 5 });
  const [first, second] = app.versions.map(({ id }) => id);
  const owner = { Authorization: `Bearer ${await key()}` };
  const member = { Authorization: `Bearer ${await key('member')}` };
  const visitor = { Host: app.host };
  const json = { 'Content-Type': 'application/json' };
  const list = '/api/app/versions';
  const asked: Sent[] = [
    { path: list, headers: owner },
    { path: '/app/versions', headers: member },
    { path: '/app/versions?exclude_matrix=true', headers: visitor },
    { path: `${list}?exclude_matrix=yes&exclude_matrix=no`, headers: owner },
    { path: `/app/versions/${first}`, headers: visitor },
    { path: `/app/versions/${first?.replace('_', '%5F')}`, headers: owner },
    { path: '/app/versions/ver_unknown', headers: owner },
    { path: `/app/versions/${second}/preview`, headers: owner },
    { path: '/account/versions', headers: owner },
    { path: '/account/versions?format=csv', headers: owner },
    { path: '/account/versions', headers: visitor },
    { path: '/api/nothing', headers: owner },
    { path: '/account', headers: owner },
    { path: '/api/openapi.json' },
    { path: '/app/versions', headers: { Authorization: 'Bearer avk_wrong' } },
    { method: 'HEAD', path: list, headers: owner },
    { method: 'DELETE', path: list, headers: owner },
    { method: 'OPTIONS', path: '/account/versions' },
    { method: 'POST', path: list, headers: { ...owner, 'Content-Type': 'text/plain' }, data: 'x' },
    { method: 'POST', path: list, headers: { ...owner, ...json }, data: '{' },
    { method: 'POST', path: list, headers: { ...owner, ...json }, data: '{"reason":5}' },
    { method: 'POST', path: list, headers: { ...owner, ...json }, data: Buffer.alloc(20_000, ' ') },
    { method: 'POST', path: list, headers: { ...member, ...json }, data: '{}' },
    // The version it has already, which is answered with the record there is.
    {
      method: 'POST',
      path: '/app/versions',
      headers: { ...owner, ...json },
      data: `{"version_id":"${first}"}`,
    },
    { method: 'PUT', path: '/api/accounts/a%20b', headers: { ...owner, ...json }, data: '{"title":"A"}' },
    { method: 'POST', path: '/api/portal/sign-out', headers: { 'Sec-Fetch-Site': 'cross-site' } },
  ];
  for (const sent of asked) {
    const beside = await answer(request, baseURL ?? '', sent);
    const behind = await answer(request, `http://127.0.0.1:${behindNext.port}`, sent);
    expect({ sent, ...beside }).toEqual({ sent, ...behind });
  }
});

test('what Next would redirect or fail at is refused like all else', async ({ request, tenant, baseURL }) => {
  const { key } = await tenant();
  const headers = { Authorization: `Bearer ${await key()}` };
  const ask = async (method: string, path: string) => {
    const { status, headers: given, body } = await answer(request, baseURL ?? '', { method, path, headers });
    const { code } = JSON.parse(String(body));
    return [method, path, status, code, given.find((line) => line.startsWith('allow: '))];
  };
  const allow = 'allow: GET, HEAD, POST';
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'SEARCH']) {
    expect(await ask(method, '/app/versions')).toEqual([
      method,
      '/app/versions',
      405,
      'method_not_allowed',
      allow,
    ]);
    expect(await ask(method, '/compare')).toEqual([
      method,
      '/compare',
      405,
      'method_not_allowed',
      'allow: GET, HEAD',
    ]);
  }
  for (const path of [
    '/api/app/versions/',
    '/app/versions/%zz',
    '/api/accounts/%ff',
    '/account/versions/%',
  ]) {
    expect(await ask('GET', path)).toEqual(['GET', path, 404, 'not_found', 'allow: undefined']);
  }
});

test('a page whose address is broken is a page that is not there', async ({ request }) => {
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

test('the first page that a new server draws is there, in each language', async ({ request, tenant }) => {
  const { app } = await tenant();
  const headings = { en: '>Plans</h1>', de: '>Tarife</h1>', ar: '>الخطط</h1>' };
  for (const [language, heading] of Object.entries(headings)) {
    const headers = { Host: app.host, 'Accept-Language': language };
    const page = await request.get(`http://127.0.0.1:${behindNext.port}/`, { headers });
    expect([language, page.status()]).toEqual([language, 200]);
    expect(await page.text()).toContain(heading);
  }
});
