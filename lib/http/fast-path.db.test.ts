import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { normalizeRequest } from '@/lib/server/process/normalize-request.mjs';
import { getRateLimits, getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { sampleSize } from '@/tools/testing/test-scope';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { createApiServer } from './api-server';
import { endpoints } from './endpoints';
import { tryRespond } from './fast-path';
import { getResponseCacheBytes } from './pipeline/response-cache';

// The fast path and the router respond alike, whatever the request and whatever is cached.

const numRuns = sampleSize({ quick: 100, full: 300 });

const { url, owner } = await openTestDatabase();
let app: BuiltApp;
let withFastPath: Server;
let withoutFastPath: Server;
let fastResponses = 0;
const credentials: Record<string, string | string[]>[] = [{}];

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('TRUST_PROXY', '1');
  vi.stubEnv('RATE_LIMIT_FAILURES', '100000/60');
  app = await buildApp(owner, { versions: 3, features: 40, apiOrigins: ['https://host.example'] });
  const account = await buildAccount(owner, app, { history: app.versions.slice(0, 1) });
  const accountWithoutVersion = await buildAccount(owner, app);
  vi.stubEnv('DEFAULT_APP', app.slug);
  const session = await buildSession(owner, { app, account, role: 'member' });
  const revoked = await buildKey(owner, { app, account, role: 'owner', revokedAt: new Date() });
  const appKey = await buildKey(owner, { app });
  credentials.push(
    { Authorization: `Bearer ${await buildKey(owner, { app, account, role: 'owner' })}` },
    { Authorization: `bearer   ${await buildKey(owner, { app, account, role: 'product' })}` },
    { Authorization: `Bearer ${appKey}` },
    { Authorization: `Bearer ${appKey}`, 'X-Account-Id': account.id },
    { Authorization: `Bearer ${appKey}`, 'X-Account-Id': accountWithoutVersion.id },
    { Authorization: `Bearer ${appKey}`, 'X-Account-Id': 'acc_unknown' },
    { Authorization: `Bearer ${revoked}` },
    { Authorization: 'Bearer avk_wrong' },
    { Authorization: 'Basic dTpw' },
    { Authorization: [`Bearer ${appKey}`, `Bearer ${revoked}`] },
    { Cookie: `a=b; __Host-app-versions=${session}; c=d` },
    { Cookie: '__Host-app-versions=avs_wrong' },
    { Cookie: 'a=b' },
    { Host: 'unknown.example' },
  );

  const handleApiRequest = createApiServer(Object.values(endpoints));
  withoutFastPath = createServer((request, response) => {
    normalizeRequest(request, { trustedProxies: 1 });
    handleApiRequest(request, response);
  });
  withFastPath = createServer((request, response) => {
    normalizeRequest(request, { trustedProxies: 1 });
    if (tryRespond(request, response)) fastResponses += 1;
    else handleApiRequest(request, response);
  });
  for (const server of [withFastPath, withoutFastPath])
    await once(server.listen(0, '127.0.0.1'), 'listening');
  await waitForListeners(getService());
});

afterAll(async () => {
  for (const server of [withFastPath, withoutFastPath]) server?.close();
  await closeService(getService());
});

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
}

async function send(server: Server, { method, path, headers }: Sent) {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { 'X-Forwarded-For': '192.0.2.1', ...headers },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    headers: comparable(response.headers),
    body: Buffer.concat(chunks)
      .toString('latin1')
      .replace(/req_[0-9a-z]{26}/, 'req_…'),
  };
}

/** The headers without their variable parts: time, request id and what is left of the rate limits. */
function comparable({ date: _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    ...headers,
    'x-request-id': String(headers['x-request-id']).replace(/[0-9a-z]{26}$/, '…'),
    ...(headers.ratelimit && { ratelimit: String(headers.ratelimit).replace(/r=\d+;t=\d+/g, 'r;t') }),
  };
}

test('a cached response of the fast path equals that of the router, for all requests', async () => {
  const [first, second] = app.versions.map(({ id }) => id);
  const etags: string[] = [];
  const requests = fc.record({
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constant('GET') },
      { weight: 1, arbitrary: fc.constantFrom('HEAD', 'DELETE') },
    ),
    path: fc
      .tuple(
        fc.constantFrom('', '/api'),
        fc.constantFrom(
          '/app/versions',
          '/app/versions',
          '/app/versions?exclude_matrix=true',
          '/app/versions?exclude_matrix=true',
          '/app/versions?exclude_matrix=false',
          `/app/versions/${first}`,
          '/app/versions?exclude_matrix=yes',
          '/app/versions?other=1',
          '/app/versions/',
          `/app/versions/${first}`,
          `/app/versions/${second?.toUpperCase()}`,
          `/app/versions/${second}?exclude_matrix=true`,
          '/app/versions/ver_00000000000000000000000000',
          '/account/features',
          '/account/features',
          '/account/features?x=1',
          '/account/features/feature-1',
          '/account/features/feature-1',
          '/account/features/feature-40',
          '/account/features/Feature-1',
          '/account/features/feature%2d1',
          '/account/features/constructor',
          `/account/features/${'x'.repeat(1000)}`,
          '/account/features/a%2Fb%00',
        ),
      )
      .map((parts) => parts.join('')),
    credential: fc.nat().map((index) => credentials[index % credentials.length]),
    encoding: fc.constantFrom(undefined, 'gzip', 'br, gzip', 'identity', 'zstd'),
    etag: fc.option(fc.nat(), { freq: 3 }),
    proto: fc.constantFrom(undefined, undefined, 'https', 'http'),
    origin: fc.constantFrom(undefined, undefined, 'https://host.example', 'https://evil.example', 'null'),
    repeated: fc.constantFrom(false, false, false, true),
  });
  const run = async (sent: Sent) => {
    // Repeated, because a response is compressed in the background.
    await vi.waitFor(async () => {
      const slow = await send(withoutFastPath, sent);
      const fast = await send(withFastPath, sent);
      expect({ sent, ...fast }).toEqual({ sent, ...slow });
      if (slow.headers.etag && !etags.includes(slow.headers.etag)) etags.push(slow.headers.etag);
    }, 60_000);
  };
  // Fills the caches, so that compressed variants exist before responses are compared.
  for (const credential of credentials) {
    for (const encoding of ['gzip', 'br']) {
      const headers = { ...credential, 'Accept-Encoding': encoding };
      for (let count = 0; count < 3; count += 1) {
        await send(withoutFastPath, { method: 'GET', path: '/app/versions', headers });
        await send(withoutFastPath, { method: 'GET', path: `/app/versions/${first}`, headers });
        await send(withoutFastPath, { method: 'GET', path: '/account/features', headers });
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(
      requests,
      async ({ method, path, credential, encoding, etag, proto, origin, repeated }) => {
        const tag = etag === null ? undefined : etags[etag % Math.max(1, etags.length)];
        const headers = {
          ...credential,
          ...(encoding && { 'Accept-Encoding': repeated ? [encoding, encoding] : encoding }),
          ...(tag && { 'If-None-Match': tag }),
          ...(proto && { 'X-Forwarded-Proto': proto }),
          ...(origin && { Origin: origin }),
        };
        for (let count = 0; count < 3; count += 1) await send(withoutFastPath, { method, path, headers });
        await run({ method, path, headers });
      },
    ),
    { numRuns },
  );
  expect(fastResponses).toBeGreaterThan(numRuns / 10);
});

test('the fast path responds only to GET of cached lists, versions and features', async () => {
  const owned = credentials[1] ?? {};
  const isFast = async (sent: Partial<Sent>) => {
    const before = fastResponses;
    await send(withFastPath, { method: 'GET', path: '/app/versions', headers: owned, ...sent });
    return fastResponses > before;
  };
  await send(withoutFastPath, { method: 'GET', path: '/app/versions', headers: owned });
  expect(await isFast({})).toBe(true);
  expect(await isFast({ method: 'HEAD' })).toBe(false);
  expect(await isFast({ method: 'POST' })).toBe(false);
  expect(await isFast({ path: '/app/versions?exclude_matrix=yes' })).toBe(false);
  expect(await isFast({ path: '/account/features' })).toBe(true);
  expect(await isFast({ path: '/account/features/feature-1' })).toBe(true);
  expect(await isFast({ path: '/account/features/unknown' })).toBe(true);
  expect(await isFast({ path: '/account/features', headers: {} })).toBe(false);
  expect(await isFast({ headers: { Authorization: 'Bearer avk_wrong' } })).toBe(false);
  getService().cache.invalidateAll();
  expect(await isFast({})).toBe(false);
  expect(await isFast({})).toBe(true);
});

test('a request that the fast path leaves to the router for its rate limits is counted once', async () => {
  const limits = getRateLimits();
  if (!limits) throw new Error('Rate limits are off.');
  const sent = { method: 'GET', path: '/app/versions', headers: credentials[1] ?? {} };
  await send(withoutFastPath, sent);
  const countRequest = async () => {
    const [fast, { remaining }] = [fastResponses, await limits.address.consume('192.0.2.1')];
    await send(withFastPath, sent);
    const next = await limits.address.consume('192.0.2.1');
    return { isFast: fastResponses > fast, counted: remaining - next.remaining - 1 };
  };
  expect(await countRequest()).toEqual({ isFast: true, counted: 1 });
  vi.spyOn(limits.account, 'findCounter').mockReturnValue(null);
  expect(await countRequest()).toEqual({ isFast: false, counted: 1 });
  vi.restoreAllMocks();
});

test('all spellings of a version id share one cached response, and unknown ids have none', async () => {
  const id = app.versions[2]?.id ?? '';
  const get = (path: string) => send(withFastPath, { method: 'GET', path, headers: credentials[1] ?? {} });
  const cached = await get(`/app/versions/${id}`);
  const before = getResponseCacheBytes();
  const letters = [...id].flatMap((letter, index) => (/[a-z]/.test(letter) ? [index] : []));
  for (let spelling = 1; spelling < 64; spelling += 1) {
    const characters = [...id];
    for (const [bit, index] of letters.slice(-6).entries()) {
      if (spelling & (1 << bit)) characters[index] = characters[index]?.toUpperCase() ?? '';
    }
    const response = await get(`/app/versions/${characters.join('')}`);
    expect([response.status, response.body]).toEqual([200, cached.body]);
    expect((await get(`/app/versions/ver_${String(spelling).padStart(26, '0')}`)).status).toBe(404);
    expect((await get(`/app/versions/${'x'.repeat(spelling * 100)}`)).status).toBe(404);
  }
  expect(getResponseCacheBytes()).toBe(before);
});
