import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { staffSignInPaths } from '@/lib/contract/staff-sign-in';
import { setStaffSignIn } from '@/lib/domain/access/staff-sign-in-settings';
import { flush } from '@/lib/server/process/log';
import { getService } from '@/lib/server/process/runtime';
import { buildApp } from '@/prisma/factories/build-app';
import { type ForgingIssuer, startForgingIssuer } from '@/tools/testing/forging-issuer';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase } from '@/tools/testing/test-service';
import { endpoints } from '../endpoints';

const { start: startPath, callback: callbackPath } = staffSignInPaths;
const start = endpoints[startPath];
const callback = endpoints[callbackPath];
const maxRequests = 8;
const { url, owner } = await openTestDatabase();
let forger: ForgingIssuer;
let host: string;
let log = '';
let addressCount = 0;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'json');
  vi.stubEnv('RATE_LIMIT_ADDRESS', `${maxRequests}/60`);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log += text;
    return true;
  });
  forger = await startForgingIssuer();
  const app = await buildApp(owner);
  host = app.host;
  await setStaffSignIn(
    { db: owner, makeId, now: () => new Date() },
    app.id,
    {
      ...{ issuer: forger.issuer, clientId: 'plans', clientSecret: null, scopes: [], roleClaim: 'groups' },
      ...{ productValues: ['product-team'], supportValues: [] },
    },
    null,
  );
});
afterAll(async () => {
  flush();
  vi.restoreAllMocks();
  await forger.close();
  await closeService(getService());
});
beforeEach(() => {
  log = '';
  addressCount += 1;
  forger.intercept = () => false;
});

async function send(route: typeof start, query = '', { cookie = '', method = 'GET', to = host } = {}) {
  const headers = { Host: to, Cookie: cookie, 'X-Forwarded-For': `192.0.2.${addressCount}` };
  const request = new Request(`http://${to}${route.path}${query}`, { method, headers });
  const response = await route(request, { params: {} });
  const cookies = response.headers.getSetCookie();
  return { status: response.status, location: response.headers.get('location') ?? '', cookies };
}

/** Starts a sign-in, and logs in at the issuer. */
async function logIn(path: string) {
  const { location, cookies } = await send(start, `?path=${encodeURIComponent(path)}`);
  const response = await fetch(location, { redirect: 'manual' });
  const { search } = new URL(response.headers.get('location') ?? '');
  return { query: search, cookie: cookies[0]?.split(';')[0] ?? '' };
}

test('a sign-in sets the cookie of the session, and clears its own', async () => {
  const { cookies } = await send(start);
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(
    /^__Host-app-versions-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const { query, cookie } = await logIn('/accounts?search=a');
  const completed = await send(callback, query, { cookie });
  expect(completed).toMatchObject({ status: 303, location: '/accounts?search=a' });
  expect(completed.cookies).toEqual([
    '__Host-app-versions-sign-in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    expect.stringMatching(
      /^__Host-app-versions=avs_\w+; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/sign-in/oidc', '/nowhere', ''])(
  'the path "%s" is replaced',
  async (path) => {
    const { query, cookie } = await logIn(path);
    expect(await send(callback, query, { cookie })).toMatchObject({ location: '/' });
  },
);

test('a changed cookie is not accepted', async () => {
  const { query, cookie } = await logIn('/');
  const [name, value] = cookie.split('=');
  const attempt = JSON.parse(Buffer.from(value ?? '', 'base64url').toString());
  const encode = (content: unknown) =>
    `${name}=${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
  for (const content of [
    { ...attempt, path: 'https://evil.example' },
    { ...attempt, startedAt: attempt.startedAt - 600_001 },
    { ...attempt, startedAt: undefined },
    { ...attempt, nonce: '' },
    null,
    'text',
  ]) {
    expect(await send(callback, query, { cookie: encode(content) })).toEqual({
      ...{ status: 303, location: '/sign-in/expired', cookies: [] },
    });
  }
  expect(forger.requested).not.toContain('/sign-in');
});

test('HEAD redeems nothing', async () => {
  const { query, cookie } = await logIn('/');
  const before = forger.requested.length;
  expect(await send(callback, query, { cookie, method: 'HEAD' })).toMatchObject({ location: '/sign-in' });
  expect(forger.requested.length).toBe(before);
  expect((await send(callback, query, { cookie })).cookies).toHaveLength(2);
});

test('an app without OpenID Connect has no sign-in', async () => {
  const to = (await buildApp(owner)).host;
  for (const route of [start, callback]) {
    expect(await send(route, '', { to })).toEqual({ status: 303, location: '/sign-in', cookies: [] });
  }
});

test('a sign-in that fails is logged without what the issuer has sent', async () => {
  forger.intercept = (request, response) => {
    if (request.url !== '/token') return false;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"access_token": "secret-token", "id_token": secret-token}');
    return true;
  };
  const { query, cookie } = await logIn('/');
  const { location, cookies } = await send(callback, query, { cookie });
  expect(location).toBe('/sign-in/invalid');
  expect(cookies).toEqual([expect.stringContaining('Max-Age=0')]);
  expect(log).toContain('StaffSignInError');
  expect(log).not.toMatch(/secret|token"/);
  for (const value of new URLSearchParams(query).values()) expect(log).not.toContain(value);
});

test('too many requests of an address are not signed in', async () => {
  const { query, cookie } = await logIn('/');
  for (let count = 1; count < maxRequests; count += 1) await send(start);
  for (const route of [start, callback]) {
    expect(await send(route, query, { cookie })).toEqual({
      ...{ status: 303, location: '/sign-in/unavailable', cookies: [] },
    });
  }
  expect(log).not.toContain('"error":');
});
