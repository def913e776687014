import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { getService } from '@/lib/server/process/runtime';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { createApiServer } from '../api-server';
import { endpoints } from '../endpoints';

const { url, owner } = await openTestDatabase();
let app: BuiltApp;
let server: Server;
let receiver: Server;
let received = 0;
let key: string;
let otherKey: string;
let user: object;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('LOG', 'off');
  vi.stubEnv('RATE_LIMITS', 'off');
  vi.stubEnv('SECRETS_KEY', 'a'.repeat(64));
  vi.stubEnv('WEBHOOK_ALLOWED_RANGES', '127.0.0.0/8');
  app = await buildApp(owner);
  const account = await buildAccount(owner, app);
  user = { account_id: account.id, role: 'owner', name: 'Ada' };
  key = await buildKey(owner, { app });
  otherKey = await buildKey(owner, { app });
  server = createServer(createApiServer(Object.values(endpoints)));
  receiver = createServer((_, response) => {
    received += 1;
    response.writeHead(204).end();
  });
  for (const each of [server, receiver]) await once(each.listen(0, '127.0.0.1'), 'listening');
  await waitForListeners(getService());
});

afterAll(async () => {
  server?.close();
  receiver?.close();
  await closeService(getService());
});

const getOrigin = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;

async function post(path: string, body: object | null, idempotencyKey: string, secret = key) {
  const response = await fetch(`${getOrigin(server)}/api${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const replayed = response.headers.get('Idempotent-Replayed') === 'true';
  return { status: response.status, text, json: JSON.parse(text), replayed };
}

const count = (table: 'portalSession' | 'webhookEndpoint') =>
  withTenant(owner, { appId: app.id }, (queries) =>
    table === 'portalSession' ? queries.portalSession.count() : queries.webhookEndpoint.count(),
  );

test('a sign-in link is created once, and its response repeated', async () => {
  const first = await post('/portal/sessions', user, 'link');
  const second = await post('/portal/sessions', user, 'link');
  expect([first.status, first.replayed]).toEqual([200, false]);
  expect(second).toEqual({ ...first, replayed: true });
  expect(await count('portalSession')).toBe(1);
});

test('concurrent requests with one key are executed once', async () => {
  const before = await count('portalSession');
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => post('/portal/sessions', user, 'concurrent')),
  );
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses.filter(({ replayed }) => replayed)).toHaveLength(3);
  expect(await count('portalSession')).toBe(before + 1);
});

test('another body or operation is 422, and another API key another request', async () => {
  const first = await post('/portal/sessions', user, 'reused');
  const other = await post('/portal/sessions', { ...user, name: 'Robin' }, 'reused');
  expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
  const endpoint = await post('/webhook-endpoints', { url: getOrigin(receiver) }, 'reused');
  expect([endpoint.status, endpoint.json.code]).toEqual([422, 'idempotency_key_reused']);
  const ofOtherKey = await post('/portal/sessions', user, 'reused', otherKey);
  expect([ofOtherKey.status, ofOtherKey.replayed]).toEqual([200, false]);
  expect(ofOtherKey.json.data.session_id).not.toBe(first.json.data.session_id);
});

test('an error does not use up the key, and undoes what the request has changed', async () => {
  const unknown = { ...user, account_id: 'acc_unknown' };
  expect((await post('/portal/sessions', unknown, 'failed')).status).toBe(404);
  expect((await post('/portal/sessions', user, 'failed')).status).toBe(200);
});

test('webhook endpoints are created, rotated, tested and recovered once', async () => {
  const before = await count('webhookEndpoint');
  const url = getOrigin(receiver);
  const created = await post('/webhook-endpoints', { url }, 'create');
  expect(created.status).toBe(201);
  expect(await post('/webhook-endpoints', { url }, 'create')).toEqual({ ...created, replayed: true });
  expect(await count('webhookEndpoint')).toBe(before + 1);
  const path = `/webhook-endpoints/${created.json.data.id}`;
  for (const [action, body] of [
    ['rotate', null],
    ['test', null],
    ['recover', { since: 0 }],
  ] as const) {
    const first = await post(`${path}/${action}`, body, action);
    expect([action, first.status, first.replayed]).toEqual([action, 200, false]);
    expect(await post(`${path}/${action}`, body, action)).toEqual({ ...first, replayed: true });
  }
  expect(received).toBe(1);
});

test('responses are stored encrypted', async () => {
  const { json } = await post('/portal/sessions', user, 'encrypted');
  const rows = await withTenant(owner, { appId: app.id }, (queries) =>
    queries.idempotentResponse.findMany({ where: { key: 'encrypted' } }),
  );
  expect(rows).toHaveLength(1);
  expect(Buffer.from(rows[0]?.body ?? '').includes(json.data.session_id)).toBe(false);
});
