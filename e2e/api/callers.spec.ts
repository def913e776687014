import { type APIRequestContext, expect } from '@playwright/test';
import type { PortalSession } from '@/lib/contract/portal-session';
import type { ProblemBody } from '@/lib/contract/problem';
import type { VersionList } from '@/lib/contract/version-list';
import { makeSecret } from '@/lib/data/secret';
import { buildAccount } from '@/prisma/builders/build-account';
import { buildKey, buildSession } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { ask } from './ask';

const cookie = (secret: string) => ({ Cookie: `__Host-app-versions=${secret}` });
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

async function code(request: APIRequestContext, path: string, options?: Parameters<typeof ask>[2]) {
  const { status, body } = await ask<Partial<ProblemBody>>(request, path, options);
  return status < 400 ? status : `${status} ${body.code}`;
}

test('what each caller may', async ({ request, tenant }) => {
  const { app, key } = await tenant();
  const body = { version_id: app.versions[1]?.id };
  const callers = {
    visitor: { headers: { Host: app.host } },
    member: { key: await key('member') },
    owner: { key: await key('owner') },
    product: { key: await key('product') },
  };
  const may = async (options: Parameters<typeof ask>[2]) => [
    await code(request, '/app/versions', options),
    await code(request, `/app/versions/${body.version_id}`, options),
    await code(request, `/app/versions/${body.version_id}/preview`, options),
    await code(request, '/account/versions', options),
    await code(request, '/app/versions', { ...options, body }),
  ];
  expect(await may(callers.visitor)).toEqual([
    200,
    200,
    '401 unauthenticated',
    '401 unauthenticated',
    '401 unauthenticated',
  ]);
  expect(await may(callers.member)).toEqual([200, 200, 200, 200, '403 forbidden']);
  expect(await may(callers.product)).toEqual([200, 200, 200, 200, '403 forbidden']);
  expect(await may(callers.owner)).toEqual([200, 200, 200, 200, 200]);
});

test('a key that does not hold is refused, wherever it is sent', async ({ request, tenant, db }) => {
  const { app, account, key } = await tenant();
  const past = new Date(Date.now() - 1000);
  const good = await key();
  const keys = {
    unknown: makeSecret('avk'),
    'of another kind': makeSecret('avs'),
    mistyped: `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    expired: await buildKey(db, { app, account, expiresAt: past }),
    revoked: await buildKey(db, { app, account, revokedAt: past }),
  };
  for (const [name, secret] of Object.entries(keys)) {
    expect([name, await code(request, '/app/versions', { key: secret })]).toEqual([
      name,
      '401 unauthenticated',
    ]);
  }
  for (const Authorization of [
    'Bearer',
    'Bearer ',
    'Basic dTpw',
    good,
    `Bearer ${good} x`,
    `Bearer ${'x'.repeat(5000)}`,
  ]) {
    const headers = { Authorization, Host: app.host };
    expect([Authorization, await code(request, '/app/versions', { headers })]).toEqual([
      Authorization,
      '401 unauthenticated',
    ]);
  }
  const refused = await ask(request, '/account/versions', { key: keys.revoked });
  expect(refused.headers['www-authenticate']).toBe('Bearer');
  const ahead = await buildKey(db, { app, account, expiresAt: new Date(Date.now() + 60_000) });
  expect(await code(request, '/account/versions', { key: ahead })).toBe(200);
});

test('a key of the app acts for the account that X-Account-Id names', async ({ request, tenant, db }) => {
  const { app, account, key } = await tenant();
  const appKey = await buildKey(db, { app });
  const foreign = (await tenant()).account;
  const as = (id: string) => ({ key: appKey, headers: { 'X-Account-Id': id } });
  expect(await code(request, '/account/versions', as(account.id))).toBe(200);
  expect(
    await code(request, '/app/versions', { ...as(account.id), body: { version_id: app.versions[1]?.id } }),
  ).toBe(200);
  expect(await code(request, '/account/versions', as(foreign.id))).toBe('404 account_not_found');
  expect(await code(request, '/account/versions', { key: appKey })).toBe('400 parameter_missing');
  expect(await code(request, '/app/versions', { key: appKey })).toBe(200);
  const own = await key();
  expect(
    await code(request, '/account/versions', { key: own, headers: { 'X-Account-Id': account.id } }),
  ).toBe(200);
  expect(
    await code(request, '/account/versions', { key: own, headers: { 'X-Account-Id': foreign.id } }),
  ).toBe('403 forbidden');
});

test('a session reads by its cookie, and writes only from our own pages, with JSON', async ({
  request,
  tenant,
  db,
}) => {
  const { app, account } = await tenant();
  const headers = cookie(await buildSession(db, { app, account, role: 'owner' }));
  const body = { version_id: app.versions[1]?.id };
  const post = (more: Record<string, string>) =>
    code(request, '/api/app/versions', { headers: { ...headers, ...more }, body });
  expect(await code(request, '/account/versions', { headers })).toBe(200);
  expect(await post({})).toBe('403 cross_site');
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect([site, await post({ 'Sec-Fetch-Site': site })]).toEqual([site, '403 cross_site']);
  }
  expect(await post({ Origin: 'https://evil.example' })).toBe('403 cross_site');
  expect(await post({ Origin: 'null' })).toBe('403 cross_site');
  expect(await post({ ...sameOrigin, 'Content-Type': 'text/plain' })).toBe('415 unsupported_media_type');
  expect(await post(sameOrigin)).toBe(200);
  expect(await post({ Origin: `http://${new URL(process.env.BASE_URL ?? '').host}` })).toBe(200);
});

test('a session that ended is a visitor, and a key beside a cookie is what counts', async ({
  request,
  tenant,
  db,
}) => {
  const { app, account } = await tenant();
  const past = new Date(Date.now() - 1000);
  for (const ended of [{ expiresAt: past }, { revokedAt: past }]) {
    const secret = await buildSession(db, { app, account, role: 'owner', ...ended });
    const headers = { ...cookie(secret), Host: app.host };
    expect(await code(request, '/account/versions', { headers })).toBe('401 unauthenticated');
    expect(await code(request, '/app/versions', { headers })).toBe(200);
  }
  const good = await buildSession(db, { app, account, role: 'owner' });
  expect(await code(request, '/app/versions', { headers: cookie(good), key: 'avk_wrong' })).toBe(
    '401 unauthenticated',
  );
});

test('a one-time link lets a person in once', async ({ request, tenant, db }) => {
  const { app, account, key } = await tenant();
  const appKey = await buildKey(db, { app });
  const invite = { account_id: account.id, role: 'owner', name: 'Ada Example', user_id: 'u-7' };
  const { body } = await ask<PortalSession>(request, '/api/portal/sessions', { key: appKey, body: invite });
  expect(body.data.session_id).toMatch(/^pse_/);
  const { pathname, search } = new URL(body.data.url);
  const enter = () => request.get(`${pathname}${search}`, { maxRedirects: 0 });
  const entered = await enter();
  expect(entered.status()).toBe(303);
  const set = entered.headers()['set-cookie'] ?? '';
  expect(set).toMatch(/^__Host-app-versions=avs_\w+; Path=\/; Expires=.*; Secure; HttpOnly; SameSite=Lax$/);
  const headers = { Cookie: set.split(';')[0] ?? '' };
  const order = { headers: { ...headers, ...sameOrigin }, body: { version_id: app.versions[1]?.id } };
  expect(await code(request, '/api/app/versions', order)).toBe(200);
  const history = await ask<{ payload: { actor: unknown }[] }>(request, '/account/versions', { headers });
  expect(history.body.payload[0]?.actor).toEqual({ kind: 'session', name: 'Ada Example', channel: 'portal' });

  const again = await enter();
  expect([again.status(), again.headers().location, again.headers()['set-cookie']]).toEqual([
    303,
    '/enter/expired',
    undefined,
  ]);

  const signOut = await request.post('/api/portal/sign-out', {
    headers: { ...headers, ...sameOrigin },
    maxRedirects: 0,
  });
  expect(signOut.status()).toBe(303);
  expect(await code(request, '/account/versions', { headers: { ...headers, Host: app.host } })).toBe(
    '401 unauthenticated',
  );

  const mint = (options: Parameters<typeof ask>[2]) => code(request, '/api/portal/sessions', options);
  expect(await mint({ key: await key(), body: invite })).toBe('403 forbidden');
  expect(await mint({ headers: { Host: app.host }, body: invite })).toBe('401 unauthenticated');
  expect(await mint({ key: appKey, body: { ...invite, account_id: undefined } })).toBe(
    '400 parameter_missing',
  );
  expect(await mint({ key: appKey, body: { ...invite, role: 'admin' } })).toBe('400 parameter_invalid');
  expect(await mint({ key: appKey, body: { ...invite, account_id: (await tenant()).account.id } })).toBe(
    '404 account_not_found',
  );
});

test('a product manager comes without an account and sees what is not public', async ({
  request,
  tenant,
  db,
}) => {
  const { app } = await tenant({ versions: [{ title: 'Open' }, { title: 'Soon', public: false }] });
  const headers = cookie(await buildSession(db, { app, role: 'product' }));
  const { body } = await ask<VersionList>(request, '/app/versions', { headers });
  expect(body.data.versions.map(({ title }) => title)).toEqual(['Open', 'Soon']);
  expect(await code(request, '/account/versions', { headers })).toBe('403 forbidden');
});

test('an account without a history at all lists, and has an empty one', async ({ request, db, tenant }) => {
  const { app } = await tenant();
  const account = await buildAccount(db, app, { path: [] });
  const key = await buildKey(db, { app, account });
  const { body } = await ask<{ payload: unknown[] }>(request, '/account/versions', { key });
  expect(body.payload).toEqual([]);
  expect(await code(request, '/app/versions', { key })).toBe(200);
});
