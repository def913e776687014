import { type APIRequestContext, expect } from '@playwright/test';
import type { ProblemBody } from '@/lib/contract/errors';
import type { PortalSession } from '@/lib/contract/portal-sessions';
import { makeSecret } from '@/lib/db/connection/secret';
import { buildSession } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { type RequestOptions, sendRequest } from './api-client';

const cookie = (secret: string) => ({ Cookie: `__Host-app-versions=${secret}` });
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

/** Sends a request. Returns the status, or status and code if the response is an error. */
async function getOutcome(request: APIRequestContext, path: string, options?: RequestOptions) {
  const { status, body } = await sendRequest<Partial<ProblemBody>>(request, path, options);
  return status < 400 ? status : `${status} ${body.code}`;
}

test('a malformed Authorization header is rejected with 401', async ({ request, createTenant }) => {
  const { app, key } = await createTenant();
  const validKey = await key();
  const malformed = ['Bearer', 'Bearer ', 'Basic dTpw', validKey, `Bearer ${validKey} x`];
  for (const Authorization of [...malformed, `Bearer ${'x'.repeat(5000)}`, `Bearer ${makeSecret('avs')}`]) {
    const options = { headers: { Authorization, Host: app.host } };
    const outcome = await getOutcome(request, '/app/versions', options);
    expect([Authorization, outcome]).toEqual([Authorization, '401 unauthenticated']);
  }
  const rejected = await sendRequest(request, '/account/versions', { key: makeSecret('avk') });
  expect(rejected.headers['www-authenticate']).toBe('Bearer');
});

test('a session cookie writes only in same-origin JSON requests', async ({ request, createTenant, db }) => {
  const { app, account } = await createTenant();
  const headers = cookie(await buildSession(db, { app, account, role: 'owner' }));
  const body = { version_id: app.versions[1]?.id };
  const post = (extraHeaders: Record<string, string>) =>
    getOutcome(request, '/api/app/versions', { headers: { ...headers, ...extraHeaders }, body });
  expect(await getOutcome(request, '/account/versions', { headers })).toBe(200);
  expect(await post({})).toBe('403 cross_site');
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect([site, await post({ 'Sec-Fetch-Site': site })]).toEqual([site, '403 cross_site']);
  }
  expect(await post({ Origin: 'https://evil.example' })).toBe('403 cross_site');
  expect(await post({ Origin: 'null' })).toBe('403 cross_site');
  expect(await post({ ...sameOrigin, 'Content-Type': 'text/plain' })).toBe('415 unsupported_media_type');
  expect(await post(sameOrigin)).toBe(200);
  const withWrongKey = { headers, key: 'avk_wrong' };
  expect(await getOutcome(request, '/app/versions', withWrongKey)).toBe('401 unauthenticated');
  expect(await post({ Origin: `http://${new URL(process.env.BASE_URL ?? '').host}` })).toBe(200);
});

test('a one-time link signs a user in once', async ({ request, createTenant }) => {
  const { app, account, key } = await createTenant();
  const appKey = await key('app');
  const input = { account_id: account.id, role: 'owner', name: 'Ada Example', user_id: 'u-7' };
  const { body } = await sendRequest<PortalSession>(request, '/api/portal/sessions', {
    key: appKey,
    body: input,
  });
  expect(body.data.session_id).toMatch(/^pse_/);
  const { pathname, search } = new URL(body.data.url);
  const redeemLink = () => request.get(`${pathname}${search}`, { maxRedirects: 0 });
  const redeemed = await redeemLink();
  expect(redeemed.status()).toBe(303);
  const setCookie = redeemed.headers()['set-cookie'] ?? '';
  expect(setCookie).toMatch(
    /^__Host-app-versions=avs_\w+; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
  );
  const headers = { Cookie: setCookie.split(';')[0] ?? '' };
  const switchRequest = { headers: { ...headers, ...sameOrigin }, body: { version_id: app.versions[1]?.id } };
  expect(await getOutcome(request, '/api/app/versions', switchRequest)).toBe(200);
  const history = await sendRequest<{ payload: { actor: unknown }[] }>(request, '/account/versions', {
    headers,
  });
  expect(history.body.payload[0]?.actor).toEqual({
    kind: 'session',
    name: 'Ada Example',
    user_id: 'u-7',
    channel: 'portal',
  });

  const redeemedAgain = await redeemLink();
  expect([
    redeemedAgain.status(),
    redeemedAgain.headers().location,
    redeemedAgain.headers()['set-cookie'],
  ]).toEqual([303, '/enter/expired', undefined]);

  const signOut = await request.post('/api/portal/sign-out', {
    headers: { ...headers, ...sameOrigin },
    maxRedirects: 0,
  });
  expect(signOut.status()).toBe(303);
  expect(await getOutcome(request, '/account/versions', { headers: { ...headers, Host: app.host } })).toBe(
    '401 unauthenticated',
  );
  const foreign = { ...input, account_id: (await createTenant()).account.id };
  expect(await getOutcome(request, '/api/portal/sessions', { key: appKey, body: foreign })).toBe(
    '404 account_not_found',
  );
});
