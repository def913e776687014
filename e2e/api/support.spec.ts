import { type APIRequestContext, expect } from '@playwright/test';
import type { AuditList } from '@/lib/contract/audit';
import { sessionCookieName } from '@/lib/contract/current-user';
import type { ProblemBody } from '@/lib/contract/errors';
import type { History } from '@/lib/contract/history';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import type { Database } from '@/lib/db/connection/client';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { type Tenant, test } from '../fixtures';
import { sendRequest } from './api-client';

const versions = [
  { title: 'Kitchen', fee: 900 },
  { title: 'Brigade', fee: 2900 },
];

/** Requests of a support session. */
async function signInSupport(request: APIRequestContext, db: Database, { app, account }: Tenant) {
  const secret = await buildSession(db, { app, role: 'support', name: 'Sam Brandt', userId: 'staff-1' });
  const headers = {
    Cookie: `${sessionCookieName}=${secret}`,
    'Sec-Fetch-Site': 'same-origin',
    'X-Account-Id': account.id,
  };
  return <T>(path: string, options: Parameters<typeof sendRequest>[2] = {}) =>
    sendRequest<T>(request, path, { ...options, headers: { ...headers, ...options.headers } });
}

test('support switches an account with a reason and its name', async ({ request, createTenant, db }) => {
  const tenant = await createTenant({ versions });
  const [, brigade] = tenant.app.versions;
  const send = await signInSupport(request, db, tenant);
  const preview = await send<SwitchPreview>(`/app/versions/${brigade?.id}/preview`);
  expect(preview.body.data).toMatchObject({ allowed: true, blockers: [] });

  for (const reason of [undefined, '', '   ']) {
    const missing = await send<ProblemBody>('/app/versions', { body: { version_id: brigade?.id, reason } });
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({ errors: [{ field: 'reason', code: 'parameter_missing' }] });
  }
  const reason = 'Asked by phone';
  const options = { body: { version_id: brigade?.id, reason }, headers: { 'Idempotency-Key': 'support-1' } };
  const switched = await send<SwitchResult>('/app/versions', options);
  expect(switched.status).toBe(200);
  const repeated = await send<SwitchResult>('/app/versions', options);
  expect(repeated.body.data).toEqual(switched.body.data);

  const actor = { kind: 'session', name: 'Sam Brandt', user_id: 'staff-1', channel: 'support' };
  const { body: history } = await send<History>('/account/versions');
  expect(history.payload[0]).toMatchObject({ history_id: switched.body.data.history_id, actor, reason });
  // The customer sees the same.
  const own = await sendRequest<History>(request, '/account/versions', { key: await tenant.key('member') });
  expect(own.body.payload[0]).toMatchObject({ actor, reason });

  const undo = { restore: switched.body.data.history_id };
  expect((await send<ProblemBody>('/app/versions', { body: undo })).status).toBe(400);
  expect(
    (await send<SwitchResult>('/app/versions', { body: { ...undo, reason: 'By mistake' } })).status,
  ).toBe(200);

  const { body: audit } = await send<AuditList>(
    `/api/audit?type=account.switched&account_id=${tenant.account.id}`,
  );
  expect(audit.data).toMatchObject([
    { actor, data: { version: 'Kitchen', previous_version: 'Brigade', undo: true, reason: 'By mistake' } },
    {
      actor,
      account: { id: tenant.account.id, title: tenant.account.title },
      target_id: switched.body.data.history_id,
      data: { version: 'Brigade', previous_version: 'Kitchen', undo: false, reason },
    },
  ]);
});

test('a support key names the person', async ({ request, createTenant, db }) => {
  const { app, account } = await createTenant({ versions });
  const key = await buildKey(db, { app, role: 'support' });
  const body = { version_id: app.versions[1]?.id, reason: 'Asked by phone' };
  const headers = { 'X-Account-Id': account.id };
  const unnamed = await sendRequest<ProblemBody>(request, '/app/versions', { key, headers, body });
  expect(unnamed.status).toBe(400);
  expect(unnamed.body).toMatchObject({ errors: [{ field: 'X-Actor', code: 'parameter_missing' }] });
  const actor = { 'X-Actor': JSON.stringify({ user_id: 'staff-1', name: 'Sam Brandt' }) };
  const named = await sendRequest(request, '/app/versions', { key, headers: { ...headers, ...actor }, body });
  expect(named.status).toBe(200);
  const { body: history } = await sendRequest<History>(request, '/account/versions', { key, headers });
  const expected = { kind: 'key', name: 'Sam Brandt', user_id: 'staff-1', channel: 'support' };
  expect(history.payload[0]?.actor).toEqual(expected);

  const sessions = `/api/accounts/${account.id}/sessions`;
  expect((await sendRequest(request, sessions, { key, method: 'DELETE' })).status).toBe(400);
  const ended = await sendRequest(request, sessions, { key, method: 'DELETE', headers: actor });
  expect([ended.status, ended.body]).toMatchObject([200, { data: { ended: 0 } }]);
});

test('the audit has what an app key does, without secrets', async ({ request, createTenant }) => {
  const secret = { title: 'Secret menu', public: false };
  const { app, account, key: createKey } = await createTenant({ versions: [...versions, secret] });
  const key = await createKey('app');
  const external = 'customer-1';
  const post = (path: string, body: unknown) =>
    sendRequest<{ data: { id: string } }>(request, path, { key, body });
  await sendRequest(request, `/api/accounts/${external}`, { key, method: 'PUT', body: { title: 'Osteria' } });
  const grant = `/api/accounts/${external}/grants/${app.versions[2]?.id}`;
  await sendRequest(request, grant, { key, method: 'PUT' });
  await sendRequest(request, grant, { key, method: 'PUT' });
  await sendRequest(request, grant, { key, method: 'DELETE' });
  await sendRequest(request, grant, { key, method: 'DELETE' });
  const user = { account_id: account.id, role: 'owner', name: 'Ada Byron', user_id: 'user-1' };
  const link = await sendRequest<{ data: { session_id: string } }>(request, '/api/portal/sessions', {
    key,
    body: user,
  });
  await sendRequest(request, '/api/portal/sessions?user_id=user-1', { key, method: 'DELETE' });
  await sendRequest(request, `/api/portal/sessions/${link.body.data.session_id}`, { key, method: 'DELETE' });
  const endpoint = await post('/api/webhook-endpoints', { url: 'https://hooks.example.com/a', types: [] });
  const path = `/api/webhook-endpoints/${endpoint.body.data.id}`;
  await sendRequest(request, path, { key, method: 'PATCH', body: { url: 'https://hooks.example.com/b' } });
  await sendRequest(request, `${path}/rotate`, { key, method: 'POST' });
  await sendRequest(request, path, { key, method: 'DELETE' });

  const read = (query: string) => sendRequest<AuditList>(request, `/api/audit?${query}`, { key });
  const { body } = await read('limit=1000&sign_in_links=true');
  expect(body.data.map(({ type }) => type).reverse()).toEqual([
    'grant.created',
    'grant.removed',
    'session.created',
    'user.signed_out',
    'webhook_endpoint.created',
    'webhook_endpoint.updated',
    'webhook_endpoint.secret_rotated',
    'webhook_endpoint.deleted',
  ]);
  const changed = { previous_url: 'https://hooks.example.com/a', url: 'https://hooks.example.com/b' };
  expect(body.data.find(({ type }) => type === 'webhook_endpoint.updated')).toMatchObject({
    target_id: endpoint.body.data.id,
    actor: { kind: 'key', name: 'Test key', channel: 'api' },
    data: changed,
  });
  expect(JSON.stringify(body)).not.toMatch(/Ada Byron|user-1|whsec_|avl_|avk_|avs_/);

  const page = await read('limit=3&sign_in_links=true');
  const rest = await read(`cursor=${page.body.next_cursor}&sign_in_links=true`);
  expect([...page.body.data, ...rest.body.data]).toEqual(body.data);
  expect((await read(`account_id=${external}`)).body.data).toHaveLength(2);
  expect((await read('account_id=nobody')).status).toBe(404);
  expect((await read('type=unknown')).status).toBe(400);
  expect((await read('cursor=evt_1')).status).toBe(400);
});

test('links for support have no account, links for customers need one', async ({ request, createTenant }) => {
  const { account, key: createKey } = await createTenant();
  const key = await createKey('app');
  const create = async (body: object) =>
    (await sendRequest(request, '/api/portal/sessions', { key, body: { name: 'Sam', ...body } })).status;
  expect(await create({ role: 'support', path: '/accounts/customer-1' })).toBe(200);
  expect(await create({ role: 'support', account_id: account.id })).toBe(400);
  expect(await create({ role: 'owner' })).toBe(400);
});
