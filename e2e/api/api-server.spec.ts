import { type APIRequestContext, expect } from '@playwright/test';
import { testDistDir } from '@/tools/build';
import { findFreePort } from '@/tools/ports';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { type ServerProcess, startServerProcess } from '@/tools/testing/proxied-server';
import { test } from '../fixtures';

// The API is served in two ways: by the API server in front of Next, and by the route handlers of Next, with
// `API_SERVER=next`. `nextServer` uses the route handlers.
let nextServer: ServerProcess;

// In one process, which starts the server once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const environment = createTestEnvironment({
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    NEXT_DIST_DIR: testDistDir,
    RATE_LIMITS: 'off',
    LOG: 'off',
    BODY_TIMEOUT_MS: '1000',
    API_SERVER: 'next',
  });
  nextServer = await startServerProcess(await findFreePort(), environment, 2);
});

// A change by the other server would wait three seconds for one that is killed.
test.afterAll(async () => void (await nextServer?.stop()));

const comparedHeaders = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
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

interface TestRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  data?: string | Buffer;
}

async function fetchComparable(
  request: APIRequestContext,
  origin: string,
  { method, path, headers, data }: TestRequest,
) {
  const options = { method, headers, data, maxRedirects: 0 };
  const response = await request.fetch(`${origin}${path}`, options);
  const responseHeaders = response.headers();
  const body = (await response.text()).replace(/req_[0-9a-z]{26}/, 'req_…');
  return {
    status: response.status(),
    headers: comparedHeaders.map((name) => `${name}: ${responseHeaders[name]}`),
    body: path.includes('format=csv') ? body.length : body,
  };
}

test('API server and route handlers return the same', async ({ request, createTenant, baseURL }) => {
  const page = { Origin: 'https://host.example' };
  const { app, key } = await createTenant({ versions: 3, features: 5, apiOrigins: [page.Origin] });
  const [first, second] = app.versions.map(({ id }) => id);
  const owner = { Authorization: `Bearer ${await key()}` };
  const member = { Authorization: `Bearer ${await key('member')}` };
  const visitor = { Host: app.host };
  const json = { 'Content-Type': 'application/json' };
  const list = '/api/app/versions';
  const testRequests: TestRequest[] = [
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
    { path: '/account/features', headers: { ...owner, ...page } },
    { path: '/account/features', headers: visitor },
    { path: '/account/features/feature-1', headers: owner },
    { path: '/account/features/a%2Fb%20%C3%A4', headers: member },
    { method: 'OPTIONS', path: list, headers: { ...page, 'Access-Control-Request-Method': 'POST' } },
    { path: '/api/nothing', headers: owner },
    { path: '/account', headers: owner },
    // The compressed document is available from the second request on.
    { path: '/api/openapi.json', headers: { 'Accept-Encoding': 'identity' } },
    { path: '/app/versions', headers: { Authorization: 'Bearer avk_wrong' } },
    { method: 'HEAD', path: list, headers: owner },
    { method: 'DELETE', path: list, headers: owner },
    { method: 'OPTIONS', path: '/account/versions' },
    { method: 'POST', path: list, headers: { ...owner, 'Content-Type': 'text/plain' }, data: 'x' },
    { method: 'POST', path: list, headers: { ...owner, ...json }, data: '{' },
    { method: 'POST', path: list, headers: { ...owner, ...json }, data: '{"reason":5}' },
    { method: 'POST', path: list, headers: { ...owner, ...json }, data: Buffer.alloc(20_000, ' ') },
    { method: 'POST', path: list, headers: { ...member, ...json }, data: '{}' },
    // A switch to the current version returns the existing entry.
    {
      method: 'POST',
      path: '/app/versions',
      headers: { ...owner, ...json },
      data: `{"version_id":"${first}"}`,
    },
    { method: 'PUT', path: '/api/accounts/a%20b', headers: { ...owner, ...json }, data: '{"title":"A"}' },
    { method: 'POST', path: '/api/portal/sign-out', headers: { 'Sec-Fetch-Site': 'cross-site' } },
  ];
  for (const testRequest of testRequests) {
    const fromApiServer = await fetchComparable(request, baseURL ?? '', testRequest);
    const fromNext = await fetchComparable(request, `http://127.0.0.1:${nextServer.port}`, testRequest);
    expect({ testRequest, ...fromApiServer }).toEqual({ testRequest, ...fromNext });
  }
});

test('methods and paths that Next cannot handle are errors', async ({ request, createTenant, baseURL }) => {
  const { key } = await createTenant();
  const headers = { Authorization: `Bearer ${await key()}` };
  const getOutcome = async (method: string, path: string) => {
    const response = await fetchComparable(request, baseURL ?? '', { method, path, headers });
    const { code } = JSON.parse(String(response.body));
    const allow = response.headers.find((line) => line.startsWith('allow: '));
    return { method, path, status: response.status, code, allow };
  };
  const rejected = { status: 405, code: 'method_not_allowed' };
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'SEARCH']) {
    for (const [path, allow] of [
      ['/app/versions', 'allow: GET, HEAD, POST'],
      ['/compare', 'allow: GET, HEAD'],
    ] as const) {
      expect(await getOutcome(method, path)).toEqual({ method, path, ...rejected, allow });
    }
  }
  const unknown = { method: 'GET', status: 404, code: 'not_found', allow: 'allow: undefined' };
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
    const page = await request.get(`http://127.0.0.1:${nextServer.port}/`, { headers });
    expect([language, page.status()]).toEqual([language, 200]);
    expect(await page.text()).toContain(heading);
  }
});

test('page requests over the bound get 503', { tag: '@full' }, async ({ createTenant }) => {
  const { app } = await createTenant();
  const origin = `http://127.0.0.1:${nextServer.port}`;
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
