import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { createApiServer } from '../api-server';
import { endpoints } from '../endpoints';
import { tryRespond } from '../fast-path';

// CORS for two apps on one host name. The page `hostOrigin` belongs to the first app, `otherOrigin` to the second.

const hostOrigin = 'https://host.example';
const otherOrigin = 'https://sub.other.example';
const strangeOrigin = 'https://evil.example';
const accountLimit = 40;

const { url, owner } = await openTestDatabase();
let app: BuiltApp;
let server: Server;
let key: string;
let otherKey: string;
let limitedKey: string;
let session: string;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('RATE_LIMIT_ACCOUNT', `${accountLimit}/60`);
  app = await buildApp(owner, { apiOrigins: [hostOrigin] });
  const otherApp = await buildApp(owner, { apiOrigins: ['https://*.other.example'] });
  vi.stubEnv('DEFAULT_APP', app.slug);
  const account = await buildAccount(owner, app);
  key = await buildKey(owner, { app, account });
  limitedKey = await buildKey(owner, { app, account: await buildAccount(owner, app) });
  session = await buildSession(owner, { app, account, role: 'owner' });
  otherKey = await buildKey(owner, { app: otherApp, account: await buildAccount(owner, otherApp) });

  const handleApiRequest = createApiServer(Object.values(endpoints));
  server = createServer((request, response) => {
    if (!tryRespond(request, response)) handleApiRequest(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await waitForListeners(getService());
});

afterAll(async () => {
  server?.close();
  await closeService(getService());
});

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

function send(path: string, headers: Record<string, string>, init: RequestInit = {}) {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
}

const corsHeadersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

const readable = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers':
    'API-Version, ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
});

const preflight = (path: string, origin: string) =>
  send(
    path,
    {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
    { method: 'OPTIONS' },
  );

test('a preflight succeeds for the origins of every app and names methods and headers', async () => {
  for (const origin of [hostOrigin, otherOrigin]) {
    const response = await preflight('/app/versions', origin);
    expect([response.status, corsHeadersOf(response)]).toEqual([
      204,
      {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version, X-Account-Id',
        'access-control-max-age': '7200',
      },
    ]);
  }
  const unknownPath = await preflight('/api/nothing', hostOrigin);
  expect([unknownPath.status, unknownPath.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  ]);
});

test('other origins, OPTIONS without a preflight and pages get no CORS headers', async () => {
  for (const origin of [strangeOrigin, 'null', 'https://other.example', 'http://host.example']) {
    const response = await preflight('/app/versions', origin);
    expect([origin, response.status, corsHeadersOf(response)]).toEqual([origin, 405, {}]);
    const read = await send('/app/versions', { ...bearer(key), Origin: origin });
    expect([origin, read.status, corsHeadersOf(read)]).toEqual([origin, 200, {}]);
  }
  const options = await send('/app/versions', { Origin: hostOrigin }, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(corsHeadersOf(await send('/app/versions', bearer(key)))).toEqual({});
});

test('responses are readable by the origins of the app of the key only, also from the cache', async () => {
  for (const path of [
    '/app/versions',
    '/account/features',
    '/account/features/feature-1',
    '/account/versions',
  ]) {
    // The second response comes from the fast path.
    for (let count = 0; count < 2; count += 1) {
      const own = await send(path, { ...bearer(key), Origin: hostOrigin });
      expect([path, own.status, corsHeadersOf(own)]).toEqual([path, 200, readable(hostOrigin)]);
      expect(own.headers.get('vary')).toMatch(/\bOrigin\b/);
      const etag = own.headers.get('etag');
      if (etag) {
        const cached = await send(path, { ...bearer(key), Origin: hostOrigin, 'If-None-Match': etag });
        expect([path, cached.status, corsHeadersOf(cached)]).toEqual([path, 304, readable(hostOrigin)]);
      }
      expect(corsHeadersOf(await send(path, { ...bearer(otherKey), Origin: hostOrigin }))).toEqual({});
      expect(corsHeadersOf(await send(path, { ...bearer(otherKey), Origin: otherOrigin }))).toEqual(
        readable(otherOrigin),
      );
    }
  }
});

test('a visitor’s response is readable by the origins of the app of the host name', async () => {
  expect(corsHeadersOf(await send('/app/versions', { Origin: hostOrigin }))).toEqual(readable(hostOrigin));
  expect(corsHeadersOf(await send('/app/versions', { Origin: otherOrigin }))).toEqual({});
});

test('errors are readable: by the origins of the app, or of every app if there is none', async () => {
  const cases: [path: string, headers: Record<string, string>, status: number, origins: string[]][] = [
    ['/app/versions', bearer('avk_wrong'), 401, [hostOrigin, otherOrigin]],
    ['/app/versions', { ...bearer(key), 'X-Account-Id': 'acc_1' }, 403, [hostOrigin, otherOrigin]],
    ['/account/features', {}, 401, [hostOrigin]],
    ['/app/versions/ver_unknown', bearer(key), 404, [hostOrigin]],
    ['/app/versions?exclude_matrix=x', bearer(key), 400, [hostOrigin]],
    ['/api/nothing', bearer(key), 404, [hostOrigin, otherOrigin]],
  ];
  for (const [path, headers, status, origins] of cases) {
    for (const origin of [hostOrigin, otherOrigin, strangeOrigin]) {
      const response = await send(path, { ...headers, Origin: origin });
      const expected = origins.includes(origin) ? readable(origin) : {};
      expect([path, origin, response.status, corsHeadersOf(response)]).toEqual([
        path,
        origin,
        status,
        expected,
      ]);
    }
  }
});

test('a page can read that it exceeded a rate limit, and preflights do not count', async () => {
  const headers = { ...bearer(limitedKey), Origin: hostOrigin };
  for (let count = 0; count < accountLimit; count += 1) {
    expect((await send('/account/features/feature-1', headers)).status).toBe(200);
  }
  const response = await send('/account/features/feature-1', headers);
  expect([response.status, corsHeadersOf(response)]).toEqual([429, readable(hostOrigin)]);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const allowed = await preflight('/account/features/feature-1', hostOrigin);
  expect([allowed.status, allowed.headers.get('ratelimit')]).toEqual([204, null]);
});

test('a session cookie never gets CORS headers, and can’t switch from another origin', async () => {
  const headers = { Cookie: `__Host-app-versions=${session}`, Origin: hostOrigin };
  const read = await send('/account/features', headers);
  expect([read.status, corsHeadersOf(read)]).toEqual([200, {}]);
  const switched = await send(
    '/app/versions',
    { ...headers, 'Content-Type': 'application/json' },
    { method: 'POST', body: JSON.stringify({ version_id: app.versions[1]?.id }) },
  );
  expect([switched.status, (await switched.json()).code, corsHeadersOf(switched)]).toEqual([
    403,
    'cross_site',
    {},
  ]);
  const expired = await send('/account/features', { ...headers, Cookie: '__Host-app-versions=avs_wrong' });
  expect([expired.status, corsHeadersOf(expired)]).toEqual([401, {}]);
  // A key takes precedence over the cookie, which the response does not depend on then.
  const withKey = await send('/account/features', { ...headers, ...bearer(key) });
  expect([withKey.status, corsHeadersOf(withKey)]).toEqual([200, readable(hostOrigin)]);
});
