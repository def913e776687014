import { type APIRequestContext, expect } from '@playwright/test';
import type {
  AccountChangeList,
  AccountChangeResponse,
  ClockResponse,
  RequestList,
} from '@/lib/contract/account-changes';
import type { ProblemBody } from '@/lib/contract/errors';
import type { SwitchPreview } from '@/lib/contract/switch';
import { withTenant } from '@/lib/db/connection/tenant';
import { test } from '../fixtures';
import { getLatestHistoryEntry, sendRequest } from './api-client';

const path = '/account/changes';
const daySeconds = 86_400;
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * daySeconds;

type Body = Pick<AccountChangeResponse, 'data'> & Pick<ProblemBody, 'code'>;

const post = (request: APIRequestContext, key: string, target: string, body?: object, headers = {}) =>
  sendRequest<Body>(request, target, { method: 'POST', key, body, headers });

const list = async (request: APIRequestContext, key: string, query = '') =>
  (await sendRequest<AccountChangeList>(request, `${path}${query}`, { key })).body.payload;

test('an owner schedules, moves and cancels a switch', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({}, () => ({ externalId: 'customer-7' }));
  const [owner, appKey] = [await key('owner'), await key('app')];
  const body = { version_id: app.versions[1]?.id, effective: 'period_end', reason: 'Fewer people' };
  expect((await post(request, owner, path, body)).body.code).toBe('period_end_unknown');

  const setPeriodEnd = (period_ends_at: number) =>
    sendRequest(request, '/api/accounts/customer-7', {
      method: 'PATCH',
      key: appKey,
      body: { period_ends_at },
    });
  const [first, second] = [inDays(10), inDays(20)];
  await setPeriodEnd(first);
  const { revision } = (
    await sendRequest<SwitchPreview>(request, `/app/versions/${body.version_id}/preview`, { key: owner })
  ).body.data;
  const headers = { 'Idempotency-Key': 'first', 'If-Match': `"${revision}"` };
  const created = await post(request, owner, path, body, headers);
  expect([created.status, created.body.data]).toMatchObject([
    201,
    { state: 'scheduled', effective_at: first, at_period_end: true, origin: 'owner', cancelable: true },
  ]);
  const replayed = await post(request, owner, path, body, headers);
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect((await post(request, owner, path, { ...body, effective: 'now' }, headers)).body.code).toBe(
    'preview_stale',
  );

  await setPeriodEnd(second);
  const change = `${path}/${created.body.data.id}`;
  const read = await sendRequest<AccountChangeResponse>(request, change, { key: owner });
  expect(read.body.data.effective_at).toBe(second);
  const preview = await sendRequest<SwitchPreview>(request, `/app/versions/${app.versions[2]?.id}/preview`, {
    key: owner,
  });
  expect(preview.body.data.supersedes).toMatchObject({ id: created.body.data.id, effective_at: second });

  const canceled = await sendRequest<AccountChangeResponse>(request, change, {
    method: 'DELETE',
    key: owner,
  });
  expect(canceled.body.data).toMatchObject({ state: 'canceled', history_id: null });
  expect(await list(request, owner, '?state=open')).toEqual([]);
  expect((await list(request, owner)).map(({ state }) => state)).toEqual(['canceled']);
});

test('an owner approves what members have asked for', async ({ request, createTenant }) => {
  const { app, account, key } = await createTenant();
  const [ada, grace, owner] = [await key('member'), await key('member'), await key('owner')];
  const body = { version_id: app.versions[1]?.id };
  const asked = await post(request, ada, path, { ...body, reason: 'We need guests' });
  await post(request, grace, path, body);
  expect((await list(request, owner)).map(({ state, requests }) => [state, requests])).toEqual([
    ['waiting', 2],
    ['waiting', 2],
  ]);
  const { body: waiting } = await sendRequest<RequestList>(request, '/api/changes?waits_for=owner&limit=1', {
    key: await key('app'),
  });
  expect(waiting).toMatchObject({
    data: [{ waits_for: 'owner', requests: 2, account: { id: account.id, title: account.title } }],
    ...{ has_more: true, next_cursor: waiting.data[0]?.id },
  });
  const target = `${path}/${asked.body.data.id}/approve`;
  expect((await post(request, ada, target)).body.code).toBe('forbidden');
  const approved = await post(request, owner, target);
  const entry = await getLatestHistoryEntry(request, owner);
  expect(approved.body.data).toMatchObject({ state: 'applied', history_id: entry?.history_id });
  expect(entry?.reason).toBe('We need guests');
  expect((await list(request, owner, '?state=ended')).map(({ state }) => state)).toEqual([
    'applied',
    'applied',
  ]);
});

test('the host confirms or declines the switch of an owner', async ({ request, createTenant }) => {
  const { app, account, key } = await createTenant({ checkoutUrl: 'https://host.example/pay' }, () => ({
    externalId: 'customer 7',
  }));
  const [owner, appKey] = [await key('owner'), await key('app')];
  const headers = { 'X-Account-Id': account.id };
  const body = { version_id: app.versions[1]?.id };
  const rejected = await post(request, owner, '/app/versions', body);
  expect([rejected.status, rejected.body.code]).toEqual([422, 'confirmation_required']);

  const declined = await post(request, owner, path, body);
  const change = declined.body.data;
  expect(change.checkout_url).toBe(
    `https://host.example/pay?change=${change.id}&account_id=${account.id}&external_id=customer+7`,
  );
  const { data: preview } = await (
    await request.get(`/api/app/versions/${body.version_id}/preview`, {
      headers: { Authorization: `Bearer ${owner}` },
    })
  ).json();
  expect(change.confirmed).toMatchObject({
    users: preview.users,
    totals: preview.totals,
    optional_features: [],
  });
  // It works without X-Account-Id, and not for another app.
  const read = (credential: string) =>
    request.get(`/api${path}/${change.id}`, { headers: { Authorization: `Bearer ${credential}` } });
  expect((await (await read(appKey)).json()).data).toMatchObject({
    id: change.id,
    confirmed: change.confirmed,
    checkout_url: change.checkout_url,
  });
  const foreign = await createTenant();
  expect((await read(await foreign.key('app'))).status()).toBe(404);
  const message = 'Remove 12 members first.';
  await post(request, appKey, `${path}/${declined.body.data.id}/decline`, { message }, headers);
  expect((await list(request, owner))[0]).toMatchObject({ state: 'declined', waits_for: null, message });

  const confirmed = await post(request, owner, path, body);
  const approve = () =>
    post(request, appKey, `${path}/${confirmed.body.data.id}/approve`, undefined, headers);
  expect((await approve()).body.data.state).toBe('applied');
  const { body: again } = await approve();
  const entry = await getLatestHistoryEntry(request, owner);
  expect(again.data.history_id).toBe(entry?.history_id);
});

test('a scheduled change is applied by the server when it is due', async ({ request, createTenant, db }) => {
  const { app, key } = await createTenant();
  const owner = await key('owner');
  const body = { version_id: app.versions[1]?.id, effective: inDays(30) };
  const { body: created } = await post(request, owner, path, body);
  expect(created.data.state).toBe('scheduled');
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.accountChange.updateMany({ data: { effectiveAt: new Date() } }),
  );
  await expect.poll(async () => (await list(request, owner))[0]?.state).toBe('applied');
  expect((await getLatestHistoryEntry(request, owner))?.id).toBe(body.version_id);
});

test('the clock of an account applies what is due', async ({ request, createTenant }) => {
  const { app, key } = await createTenant({ isTest: true }, () => ({ externalId: 'customer-7' }));
  const [owner, appKey] = [await key('owner'), await key('app')];
  const [due, now] = [inDays(30), inDays(40)];
  const { body: created } = await post(request, owner, path, {
    version_id: app.versions[1]?.id,
    effective: due,
  });
  const advance = (key: string, body: object, headers = {}) =>
    sendRequest<Pick<ClockResponse, 'data'> & Pick<ProblemBody, 'code'>>(
      request,
      '/api/accounts/customer-7/clock',
      { method: 'POST', key, body, headers },
    );
  const headers = { 'Idempotency-Key': 'later' };
  const first = await advance(appKey, { now }, headers);
  expect(first.body.data).toMatchObject({
    now,
    changes: [{ id: created.data.id, state: 'applied', ended_at: due }],
  });
  expect((await getLatestHistoryEntry(request, owner))?.activated).toBe(due);
  const replayed = await advance(appKey, { now }, headers);
  expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', first.body]);
  expect((await advance(appKey, { now: due })).body.code).toBe('clock_in_past');
  expect((await advance(owner, { now })).status).toBe(403);
});
