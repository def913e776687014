import { expect } from '@playwright/test';
import type { History } from '@/lib/contract/history';
import type { ProblemBody } from '@/lib/contract/problem';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import { withTenant } from '@/lib/data/tenant';
import { test } from '../fixtures';
import { ask } from './ask';

test('a switch answers with the history record and is the newest entry from then on', async ({
  request,
  tenant,
}) => {
  const { app, key } = await tenant();
  const secret = await key();
  const target = app.versions[1]?.id;
  const before = Math.floor(Date.now() / 1000);
  const { status, body } = await ask<SwitchResult>(request, '/app/versions', {
    key: secret,
    body: { version_id: target },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'Switched to Version 2.',
    data: {
      history_id: expect.stringMatching(/^avh_[0-9a-z]{26}$/),
      version_id: target,
      timestamp: expect.any(Number),
    },
  });
  expect(body.data.timestamp).toBeGreaterThanOrEqual(before);
  expect(body.data.timestamp).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
  const history = await ask<History>(request, '/account/versions', { key: secret });
  expect(history.body.payload[0]).toMatchObject({
    activated: body.data.timestamp,
    id: target,
    history_id: body.data.history_id,
  });
});

test('the same version again is 200 with the record there is', async ({ request, tenant }) => {
  const { app, key } = await tenant();
  const secret = await key();
  const order = { key: secret, body: { version_id: app.versions[1]?.id } };
  const first = await ask<SwitchResult>(request, '/app/versions', order);
  const second = await ask<SwitchResult>(request, '/app/versions', order);
  expect(second.status).toBe(200);
  expect(second.body.data).toEqual(first.body.data);
  expect(second.body.message).toBe('The account is on Version 2 already; nothing changed.');
  expect((await ask<History>(request, '/account/versions', { key: secret })).body.payload).toHaveLength(2);
});

test('what stands in the way is told, and nothing is recorded', async ({ request, tenant }) => {
  const versions = [
    {},
    { title: 'Gone', active: false },
    { title: 'Asked', fee: null },
    { title: 'Guarded', entryBlocker: 'Talk to us first.' },
  ];
  const { app, key } = await tenant({ versions });
  const secret = await key();
  const refuse = async (index: number) => {
    const body = { version_id: app.versions[index]?.id };
    const { status, body: problem } = await ask<ProblemBody>(request, '/app/versions', { key: secret, body });
    return [status, problem.code, problem.message];
  };
  expect(await refuse(1)).toEqual([422, 'version_inactive', 'Gone is no longer offered.']);
  expect(await refuse(2)).toEqual([
    422,
    'price_on_request',
    'Asked is priced on request. Talk to us to move to it.',
  ]);
  expect(await refuse(3)).toEqual([422, 'entry_restricted', 'Talk to us first.']);
  expect((await ask<History>(request, '/account/versions', { key: secret })).body.payload).toHaveLength(1);
});

test('an Idempotency-Key gives the first answer again, and refuses another request', async ({
  request,
  tenant,
}) => {
  const { app, key } = await tenant();
  const secret = await key();
  const send = (index: number, idempotencyKey: string) =>
    ask<SwitchResult>(request, '/app/versions', {
      key: secret,
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { version_id: app.versions[index]?.id },
    });
  const first = await send(1, 'a');
  await send(2, 'b');
  const again = await send(1, 'a');
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect((await send(2, 'a')).body).toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  expect((await send(1, 'x'.repeat(255))).status).toBe(200);
  expect((await send(1, 'x'.repeat(256))).body).toMatchObject({
    status: 400,
    errors: [{ field: 'Idempotency-Key' }],
  });
  expect((await ask<History>(request, '/account/versions', { key: secret })).body.payload).toHaveLength(4);
});

test('the preview tells what a switch would do, writes nothing, and goes stale', async ({
  request,
  tenant,
}) => {
  const { app, key } = await tenant({
    versions: [
      { title: 'A', fee: 500, features: [1, 2], optional: [{ feature: 3 }, { feature: 4 }] },
      { title: 'B', fee: 2000, userFee: 100, features: [2, 3] },
    ],
    features: 4,
  });
  const secret = await key();
  const [a, b] = app.versions;
  const path = `/app/versions/${b?.id}/preview`;
  const { body, headers } = await ask<SwitchPreview>(request, path, { key: secret });
  const feature = (n: number) => ({ id: `feature-${n}`, title: `Feature ${n}` });
  expect(body.data).toEqual({
    direction: 'upgrade',
    allowed: true,
    blockers: [],
    from: { id: a?.id, title: 'A', fee: 500, user_fee: null },
    to: { id: b?.id, title: 'B', fee: 2000, user_fee: 100 },
    difference: { fee: 1500, user_fee: 100 },
    gained: [feature(3)],
    lost: [feature(1)],
    kept: [feature(2)],
    optional_gained: [feature(3)],
    optional_lost: [feature(4)],
    revision: expect.any(String),
  });
  expect(headers.etag).toBe(`"${body.data.revision}"`);
  expect((await ask<History>(request, '/account/versions', { key: secret })).body.payload).toHaveLength(1);

  const order = (revision: string) => ({
    key: secret,
    headers: { 'If-Match': `"${revision}"` },
    body: { version_id: b?.id },
  });
  expect((await ask(request, '/app/versions', order('old'))).body).toMatchObject({
    status: 412,
    code: 'preview_stale',
  });
  expect((await ask(request, '/app/versions', order(body.data.revision))).status).toBe(200);
});

test('fifty at once each get an answer, and history has no gap', async ({ request, tenant }) => {
  const { app, key } = await tenant();
  const secret = await key();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ask<SwitchResult>(request, '/app/versions', {
        key: secret,
        body: { version_id: app.versions[index % 3]?.id },
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { body } = await ask<History>(request, '/account/versions', { key: secret });
  const { payload } = body;
  expect(payload.map(({ sequence }) => sequence)).toEqual(payload.map((_, index) => payload.length - index));
  const known = new Set(payload.map(({ history_id }) => history_id));
  expect(answers.every((answer) => known.has(answer.body.data.history_id))).toBe(true);
});

test('a switch that waits too long for another is told so, and leaves nothing behind', async ({
  request,
  db,
  tenant,
}) => {
  const { app, account, key } = await tenant();
  const secret = await key();
  const send = () =>
    ask<SwitchResult>(request, '/app/versions', {
      key: secret,
      headers: { 'Idempotency-Key': 'patient' },
      body: { version_id: app.versions[1]?.id },
    });
  const read = async () =>
    (await ask<History>(request, '/account/versions', { key: secret })).body.payload.map(({ id }) => id);
  await withTenant(db, { appId: app.id, accountId: account.id }, async (queries) => {
    await queries.$queryRaw`SELECT 1 FROM accounts WHERE app_id = ${app.id} AND id = ${account.id} FOR UPDATE`;
    const { headers, body } = await send();
    expect(body).toMatchObject({ status: 409, code: 'switch_conflict' });
    expect(headers['retry-after']).toBe('1');
    // Whoever only reads waits for nobody.
    expect(await read()).toEqual([app.versions[0]?.id]);
  });
  // The key was not used up by the refusal.
  const done = await send();
  expect([done.status, done.headers['idempotent-replayed']]).toEqual([200, undefined]);
  expect((await send()).headers['idempotent-replayed']).toBe('true');
  expect(await read()).toEqual([app.versions[1]?.id, app.versions[0]?.id]);
});
