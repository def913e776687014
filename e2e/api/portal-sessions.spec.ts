import { type APIRequestContext, expect } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { ProblemBody } from '@/lib/contract/errors';
import type { PortalSession } from '@/lib/contract/portal-sessions';
import { buildKey } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const path = '/api/portal/sessions';

/** Creates a link, and redeems it. */
async function startSession(request: APIRequestContext, key: string, body: object) {
  const { data } = (await sendRequest<PortalSession>(request, path, { key, body })).body;
  const { pathname, search } = new URL(data.url);
  const redeemed = await request.get(`${pathname}${search}`, { maxRedirects: 0 });
  const { location, 'set-cookie': cookie = '' } = redeemed.headers();
  const [secret = '', expires = ''] = [/=(avs_\w+)/, /Expires=([^;]+)/].map((part) => part.exec(cookie)?.[1]);
  return { id: data.session_id, location, secret, hours: (Date.parse(expires) - Date.now()) / 3_600_000 };
}

test('a link opens its page for as long as the app says', async ({ request, createTenant }) => {
  const { account, key: createKey } = await createTenant(
    { returnOrigins: ['https://larder.example'], sessionHours: 48 },
    () => ({ externalId: 'customer-7' }),
  );
  const key = await createKey('app');
  const user = { account_id: account.id, role: 'owner', name: 'Ada' };
  const target = '/compare?seats=3&switch=ver_1';
  const start = { return_url: 'https://larder.example/billing?a=b', path: target, locale: 'de-AT' };
  const session = await startSession(request, key, { ...user, ...start });
  expect(session.location).toBe(target);
  expect(session.hours).toBeGreaterThan(47.9);
  expect(session.hours).toBeLessThan(48);
  expect((await startSession(request, key, { ...user, account_id: 'customer-7' })).location).toBe('/');
});

test('a session that its app ends is rejected at once', async ({ request, createTenant, db }) => {
  const { app, account, key: createKey } = await createTenant();
  const key = await createKey('app');
  const foreignKey = await buildKey(db, { app: (await createTenant()).app });
  const user = { account_id: account.id, role: 'owner', name: 'Ada', user_id: 'user/1 & ü' };
  const sessions = await Promise.all([1, 2, 3].map(() => startSession(request, key, user)));
  const statuses = () =>
    Promise.all(
      sessions.map(async ({ secret }) => {
        const headers = { Cookie: `${sessionCookieName}=${secret}`, Host: app.host };
        return (await sendRequest(request, '/account/versions', { headers })).status;
      }),
    );
  const end = async (target: string, as = key) => {
    const options = { key: as, method: 'DELETE' };
    const { status, body } = await sendRequest<ProblemBody & { data: object }>(request, target, options);
    return status === 200 ? body.data : `${status} ${body.code}`;
  };
  const [first] = sessions;
  const byId = `${path}/${first?.id}`;
  const byUser = `${path}?user_id=${encodeURIComponent(user.user_id)}`;
  expect(await end(byId, foreignKey)).toBe('404 portal_session_not_found');
  expect(await end(byUser, foreignKey)).toEqual({ ended: 0 });
  expect(await end(path)).toBe('400 parameter_missing');
  expect(await end(`${path}?user_id=`)).toBe('400 parameter_invalid');
  expect(await statuses()).toEqual([200, 200, 200]);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await end(byId)).toEqual({ session_id: first?.id });
    expect(await statuses()).toEqual([401, 200, 200]);
  }
  for (const ended of [2, 0]) {
    expect(await end(byUser)).toEqual({ ended });
    expect(await statuses()).toEqual([401, 401, 401]);
  }
});
