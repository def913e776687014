import { type APIRequestContext, expect } from '@playwright/test';
import type { AccountChangeList, ClockResponse } from '@/lib/contract/account-changes';
import type { OwnAccountBody } from '@/lib/contract/accounts';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { ProblemBody } from '@/lib/contract/errors';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { VersionList } from '@/lib/contract/versions';
import { test } from '../fixtures';
import { expectEvents, getLatestHistoryEntry, sendRequest } from './api-client';

const daySeconds = 86_400;
const start = Math.floor(Date.now() / 1000);

const spec = {
  isTest: true,
  versions: [
    { title: 'Basic', fee: 1000 },
    { title: 'Pro', fee: 2000, trialDays: 14, trialThen: 'VERSION_1' },
  ],
};

/** List, account and newest history entry say the same of a trial. */
async function readTrial(request: APIRequestContext, key: string) {
  const list = (await sendRequest<VersionList>(request, '/app/versions', { key })).body.data;
  const account = (await sendRequest<{ data: OwnAccountBody }>(request, '/api/account', { key })).body.data;
  const entry = await getLatestHistoryEntry(request, key);
  expect(account.trial_ends_at).toBe(list.trial_ends_at);
  expect(entry?.trial_ends_at ?? null).toBe(list.trial_ends_at);
  return {
    plan: account.version?.title,
    endsAt: list.trial_ends_at,
    available: list.versions.map(({ switch: decision }) => decision?.trial_available ?? false),
  };
}

test('an owner starts a trial once, and it ends by itself', async ({ request, createTenant }) => {
  const { app, key } = await createTenant(spec, () => ({ externalId: 'customer-1' }));
  const [owner, appKey] = [await key('owner'), await key('app')];
  const [basic, pro] = app.versions.map(({ id }) => id);
  const advance = (seconds: number) =>
    sendRequest<ClockResponse>(request, '/api/accounts/customer-1/clock', {
      method: 'POST',
      key: appKey,
      body: { now: start + seconds },
    });
  const post = async (body: object, headers = {}) =>
    (await sendRequest<ProblemBody>(request, '/app/versions', { method: 'POST', key: owner, body, headers }))
      .body.code;
  const preview = async (query: string) =>
    (await sendRequest<SwitchPreview>(request, `/app/versions/${pro}/preview${query}`, { key: owner })).body
      .data;
  await advance(60);
  expect(await readTrial(request, owner)).toEqual({ plan: 'Basic', endsAt: null, available: [false, true] });

  const endsAt = start + 60 + 14 * daySeconds;
  const { trial, revision } = await preview('?trial=true');
  expect(trial).toMatchObject({ ends_at: endsAt, next_version: { id: basic }, total: { amount: 1000 } });
  expect((await preview('')).trial).toBeNull();
  const body = { version_id: pro, trial: true };
  expect(await post(body, { 'If-Match': `"${(await preview('')).revision}"` })).toBe('preview_stale');
  expect(await post(body, { 'If-Match': `"${revision}"` })).toBeUndefined();
  expect(await readTrial(request, owner)).toEqual({ plan: 'Pro', endsAt, available: [false, false] });
  expect((await preview('')).previous_trial_ends_at).toBe(endsAt);
  expect(await post({ version_id: pro, trial_ends_at: endsAt + daySeconds })).toBe('forbidden');

  await advance(15 * daySeconds);
  expect(await readTrial(request, owner)).toEqual({ plan: 'Basic', endsAt: null, available: [false, false] });
  expect(await post(body)).toBe('trial_used');
  expect(await post({ version_id: basic, trial: true })).toBe('trial_unavailable');
  await expectEvents(request, appKey, '?types=account.trial_ending', (events) =>
    expect(events.map(({ data }) => data)).toMatchObject([
      { effective_at: endsAt, trial_version: { id: pro }, version: { id: basic } },
    ]),
  );
});

test('the preview says what is paid in a trial and after it, and the end restores what the start ended', async ({
  request,
  createTenant,
}) => {
  const optional = [
    { feature: 2, addOn: 'Pack', fee: 100 },
    { feature: 3, addOn: 'Extra', fee: 200 },
  ];
  const versions = [
    { title: 'Basic', fee: 1000, annualFee: 10_000, features: [1], optional },
    { ...spec.versions[1], features: [1, 2], optional: [{ ...optional[1]!, fee: 300 }] },
  ];
  const tenant = await createTenant({ ...spec, versions }, () => ({ externalId: 'customer-1' }));
  const [owner, appKey] = [await tenant.key('owner'), await tenant.key('app')];
  const [basic, pro] = tenant.app.versions.map(({ id }) => id);
  const post = async (path: string, body: object, key = owner) =>
    expect((await sendRequest(request, path, { method: 'POST', key, body })).status).toBe(200);
  const advance = (seconds: number) =>
    post('/api/accounts/customer-1/clock', { now: start + seconds }, appKey);
  const readAccount = async () => {
    const list = (await sendRequest<VersionList>(request, '/app/versions', { key: owner })).body.data;
    const current = list.versions.find((version) => version.current);
    const features = (
      await sendRequest<AddOnList>(request, '/app/optional-features', { key: owner })
    ).body.data.optional_features.flatMap(({ title, active }) => (active ? [title] : []));
    return { plan: current?.title, period: list.billing_period, features };
  };
  await advance(60);
  await post('/app/versions', { version_id: basic, billing_period: 'year' });
  for (const { id } of tenant.app.addOns) await post(`/account/optional-features/${id}`, { active: true });
  const before = { plan: 'Basic', period: 'year', features: ['Pack', 'Extra'] };
  expect(await readAccount()).toEqual(before);

  const { trial, options } = (
    await sendRequest<SwitchPreview>(request, `/app/versions/${pro}/preview?trial=true`, { key: owner })
  ).body.data;
  expect(options.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['Pack', 'included'],
    ['Extra', 'kept'],
  ]);
  expect(trial).toMatchObject({
    total: { billing_period: 'year', amount: 10_000 + 12 * 300 },
    chosen_total: { billing_period: 'month', amount: 2300 },
    options_total: { billing_period: 'month', amount: 300 },
    options: [
      { title: 'Pack', outcome: 'restored', paid: false, price_increased: false, fee: 100 },
      { title: 'Extra', outcome: 'kept', paid: true, price_increased: false, fee: 200 },
    ],
  });
  await post('/app/versions', { version_id: pro, trial: true });
  expect(await readAccount()).toEqual({ plan: 'Pro', period: 'month', features: ['Extra'] });
  const { payload } = (
    await sendRequest<AccountChangeList>(request, '/account/changes?state=open', { key: owner })
  ).body;
  expect(payload[0]?.commands).toMatchObject([
    { version_id: basic, billing_period: 'year' },
    { optional_feature: { title: 'Pack' }, quantity: 1 },
  ]);
  await advance(15 * daySeconds);
  expect(await readAccount()).toEqual(before);
});

test('the host sets the end of a trial, and a request is made once', async ({ request, createTenant }) => {
  const { app, account, key } = await createTenant(spec);
  const headers = { 'X-Account-Id': account.id, 'Idempotency-Key': 'trial' };
  const body = { version_id: app.versions[1]?.id, trial_ends_at: start + 5 * daySeconds };
  const appKey = await key('app');
  const send = () => sendRequest(request, '/app/versions', { method: 'POST', key: appKey, body, headers });
  const first = await send();
  expect(first.status).toBe(200);
  expect((await send()).headers['idempotent-replayed']).toBe('true');
  expect(await readTrial(request, await key('owner'))).toMatchObject({
    plan: 'Pro',
    endsAt: body.trial_ends_at,
  });
  const past = { ...body, trial_ends_at: start - 1 };
  const other = { 'X-Account-Id': account.id };
  const rejected = await sendRequest<ProblemBody>(request, '/app/versions', {
    ...{ method: 'POST', key: appKey, body: past, headers: other },
  });
  expect(rejected.body.errors).toMatchObject([{ field: 'trial_ends_at' }]);
});
