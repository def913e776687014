import { type APIRequestContext, expect } from '@playwright/test';
import type { AccountChangeList, AccountChangeResponse, ClockResponse } from '@/lib/contract/account-changes';
import type { AddOnHistory, AddOnList } from '@/lib/contract/add-ons';
import type { ProblemBody } from '@/lib/contract/errors';
import type { Events } from '@/lib/contract/events';
import type { History } from '@/lib/contract/history';
import type { MoveResponse } from '@/lib/contract/moves';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { VersionList } from '@/lib/contract/versions';
import type { Database } from '@/lib/db/connection/client';
import { buildKey } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { importList, signUpOn } from '@/tools/testing/import-lists';
import { test } from '../fixtures';
import { getLatestHistoryEntry, sendRequest } from './api-client';

// What one kind of change does to another: undo, schedule, consent, users, add-ons, moves and publications.

const changes = '/account/changes';
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const start = Math.floor(Date.now() / 1000);

type Answer = Pick<AccountChangeResponse, 'data'> & Pick<ProblemBody, 'code'>;

/** Requests with a key. */
const bind = (request: APIRequestContext, key: string, headers: Record<string, string> = {}) => {
  const send = async (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
    (await sendRequest<Answer>(request, path, { method, key, body, headers: { ...headers, ...more } })).body;
  const post = (path: string, body: object = {}, more = {}) => send('POST', path, body, more);
  const get = async <T>(path: string) => (await sendRequest<T>(request, path, { key, headers })).body;
  const list = async () =>
    (await get<AccountChangeList>(changes)).payload.map(({ state, blockers }) => [
      state,
      ...blockers.map(({ code }) => code),
    ]);
  const plan = async () => (await getLatestHistoryEntry(request, key))?.title;
  return { send, post, get, list, plan };
};

/** Makes a move, and waits until each account was looked at. */
const makeMove = async ({ post, get }: ReturnType<typeof bind>, body: object) => {
  const { data } = await post('/api/moves', body);
  const readState = async () => (await get<MoveResponse>(`/api/moves/${data.id}`)).data.state;
  await expect.poll(readState).toBe('scheduled');
};

/** Advances the clock of the account `customer-1`, in seconds after the start. */
const advance = async (request: APIRequestContext, appKey: string, seconds: number) => {
  const options = { key: appKey, body: { now: start + seconds } };
  const path = '/api/accounts/customer-1/clock';
  return (await sendRequest<ClockResponse>(request, path, options)).body.data.changes;
};

const customer = () => ({ externalId: 'customer-1' });

test('an owner can’t undo what the host decided, or the switch that replaced it', async ({
  request,
  createTenant,
}) => {
  const { app, account, key } = await createTenant({ isTest: true }, customer);
  const [trial, basic, big] = app.versions.map(({ id }) => id);
  const appKey = await key('app');
  const host = bind(request, appKey, { 'X-Account-Id': account.id });
  const owner = bind(request, await key('owner'));
  await host.post(changes, { version_id: basic, effective: start + daySeconds });
  await owner.post('/app/versions', { version_id: big });
  const undo = async () => {
    const newest = await getLatestHistoryEntry(request, await key('owner'));
    return [newest?.undo_until, (await owner.post('/app/versions', { restore: newest?.history_id })).code];
  };
  expect(await undo()).toEqual([null, 'change_locked']);
  expect(await owner.list()).toEqual([['superseded']]);

  await host.post('/app/versions', { version_id: trial });
  expect(await undo()).toEqual([null, 'change_locked']);

  await host.post(changes, { version_id: basic, effective: start + daySeconds });
  await advance(request, appKey, daySeconds);
  expect(await owner.plan()).toBe(app.versions[1]?.title);
  expect(await undo()).toEqual([null, 'change_locked']);
  const newest = await getLatestHistoryEntry(request, await key('owner'));
  expect((await host.post('/app/versions', { restore: newest?.history_id })).code).toBeUndefined();
});

const plans = (price: number) => ({
  features: ['search', 'files'],
  plans: {
    BASIC: { price: 0, features: ['search'] },
    PRO: { price, features: ['search', 'files'] },
  },
});

/** An app of a price list in which an owner on Basic has scheduled Pro, which another account has. */
async function scheduleSwitch(request: APIRequestContext, db: Database) {
  const slug = `seams-${crypto.randomUUID().slice(0, 13)}`;
  const publish = (price: number, decision: 'keep' | 'follow') =>
    importList(db, slug, plans(price), null, { existing: new Map([['PRO', decision]]) });
  await importList(db, slug, plans(10), null, { isTest: true });
  const accountId = await signUpOn(db, slug, 'BASIC', 'customer-1');
  await signUpOn(db, slug, 'PRO', 'customer-2');
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const appKey = await buildKey(db, { app });
  const owner = bind(request, await buildKey(db, { app, account: { id: accountId }, role: 'owner' }));
  const { versions } = (await owner.get<VersionList>('/app/versions')).data;
  const pro = versions.find(({ title }) => title === 'Pro');
  const body = { version_id: pro?.id, effective: start + daySeconds };
  const { data } = await owner.post(changes, body);
  return { publish, appKey, owner, body, id: data.id };
}

test('a scheduled change to a plan that accounts kept means the present one, and asks for its price', async ({
  request,
  db,
}) => {
  const { publish, appKey, owner, id } = await scheduleSwitch(request, db);
  await publish(12, 'keep');
  await advance(request, appKey, daySeconds);
  expect(await owner.list()).toEqual([['waiting', 'price_increased']]);
  const approved = await owner.post(`${changes}/${id}/approve`);
  expect([approved.data.state, approved.data.version.user_fee]).toEqual(['applied', 1200]);
});

test('a scheduled change to a plan that got cheaper is applied at the present price', async ({
  request,
  db,
}) => {
  const { publish, appKey, owner } = await scheduleSwitch(request, db);
  await publish(8, 'keep');
  await advance(request, appKey, daySeconds);
  expect(await owner.list()).toEqual([['applied']]);
  const { payload } = await owner.get<History>('/account/versions');
  expect(payload[0]?.user_fee).toBe(800);
});

test('a scheduled change that is confirmed again has the new price', async ({ request, db }) => {
  const { publish, appKey, owner, body, id } = await scheduleSwitch(request, db);
  await publish(12, 'follow');
  const preview = await owner.get<SwitchPreview>(`/app/versions/${body.version_id}/preview`);
  const again = await owner.post(changes, body, { 'If-Match': `"${preview.data.revision}"` });
  expect([again.data.id, again.data.version.user_fee]).toEqual([id, 1200]);
  await advance(request, appKey, daySeconds);
  expect(await owner.list()).toEqual([['applied']]);
});

test('a change of a move opens again if the owner cancels what took its place', async ({
  request,
  createTenant,
}) => {
  const { app, key } = await createTenant({ isTest: true }, customer);
  const [from, to, other] = app.versions.map(({ id }) => id);
  const appKey = await key('app');
  const owner = bind(request, await key('owner'));
  const body = { from_version_id: from, to_version_id: to, effective: start + daySeconds };
  const product = bind(request, await key('product'));
  await makeMove(product, body);
  const first = await owner.post(changes, { version_id: other, effective: start + 5 * daySeconds });
  const second = await owner.post(changes, { version_id: to, effective: start + 9 * daySeconds });
  expect(await owner.list()).toEqual([['scheduled'], ['superseded'], ['superseded']]);
  await owner.send('DELETE', `${changes}/${second.data.id}`);
  expect(await owner.list()).toEqual([['canceled'], ['superseded'], ['scheduled']]);
  expect(first.data.state).toBe('scheduled');
  await advance(request, appKey, daySeconds);
  expect(await owner.plan()).toBe(app.versions[1]?.title);
});

test('an owner can refuse a change of a move that waits for consent', async ({
  request,
  createTenant,
  db,
}) => {
  const { app, key } = await createTenant({ isTest: true }, customer);
  const [from, to] = app.versions.map(({ id }) => id);
  const owner = bind(request, await key('owner'));
  const product = bind(request, await key('product'));
  const body = { from_version_id: from, to_version_id: to, effective: start + daySeconds };
  await makeMove(product, body);
  await publishChange(db, app, (queries) =>
    queries.version.update({
      where: { appId_id: { appId: app.id, id: to ?? '' } },
      data: { fee: 99_900 },
    }),
  );
  const [change] = await advance(request, await key('app'), daySeconds);
  expect([change?.state, change?.waits_for]).toEqual(['waiting', 'owner']);
  expect((await owner.send('DELETE', `${changes}/${change?.id}`)).code).toBe('change_locked');
  expect((await owner.post(`${changes}/${change?.id}/decline`)).data.state).toBe('declined');
});

test('an add-on that a publication includes in the plan is turned off, and not a scheduled switch', async ({
  request,
  db,
}) => {
  const slug = `seams-${crypto.randomUUID().slice(0, 13)}`;
  const publish = (basic: string[]) => {
    const included = { BASIC: { price: 5, features: basic }, PRO: { price: 10, features: ['search'] } };
    const addOns = { guestPass: { price: 3, features: ['files'] } };
    return importList(db, slug, { features: ['search', 'files'], plans: included, addOns });
  };
  await publish(['search']);
  const accountId = await signUpOn(db, slug, 'BASIC');
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const owner = bind(request, await buildKey(db, { app, account: { id: accountId }, role: 'owner' }));
  const { versions } = (await owner.get<VersionList>('/app/versions')).data;
  const pro = versions.find(({ title }) => title === 'Pro');
  const host = bind(request, await buildKey(db, { app }));
  await owner.post('/account/optional-features/guest-pass', { active: true });
  await owner.post(changes, { version_id: pro?.id, effective: start + daySeconds });
  await publish(['search', 'files']);
  const readHistory = async () =>
    (await owner.get<AddOnHistory>('/account/optional-features')).payload.map(({ status, cause }) => [
      status,
      cause,
    ]);
  await expect.poll(readHistory).toEqual([
    ['inactive', 'publication'],
    ['active', 'toggle'],
  ]);
  const { data } = await owner.get<AddOnList>('/app/optional-features');
  expect(data.total?.amount).toBe(0);
  expect(await owner.list()).toEqual([['scheduled']]);
  await expect(async () => {
    const events = await host.get<Events>('/api/events?types=account.option_disabled');
    expect(events.payload).toMatchObject([{ data: { cause: 'publication', active: false, quantity: 0 } }]);
  }).toPass();
});

const withSeats = {
  usersLimit: 1,
  units: { 1: { unit: 'user', isLimit: true } },
  versions: [
    {
      title: 'Taster',
      features: [1],
      amounts: { 1: 5 },
      optional: [{ feature: 1, addOn: 'Seats', adds: 10, fee: 100 }],
    },
    { features: [1], amounts: { 1: 50 } },
  ],
};

test('an add-on that users need is not turned off', async ({ request, createTenant }) => {
  const { app, key } = await createTenant(withSeats);
  const owner = bind(request, await key('owner'));
  const path = `/account/optional-features/${app.addOns[0]?.id}`;
  await owner.post(path, { active: true });
  await owner.post('/app/versions', { version_id: app.versions[0]?.id, users: 15 });
  expect((await owner.post(path, { active: false })).code).toBe('users_limit_exceeded');
  const { optional_features } = (await owner.get<AddOnList>('/app/optional-features')).data;
  expect(optional_features[0]?.change?.blockers).toMatchObject([
    { code: 'users_limit_exceeded', message: 'Taster allows 5 users. You have 15.' },
  ]);
  await owner.post('/app/versions', { version_id: app.versions[0]?.id, users: 5 });
  expect((await owner.post(path, { active: false })).code).toBeUndefined();
});

test('the host confirms an add-on that costs more, and not that one is turned off', async ({
  request,
  createTenant,
}) => {
  const spec = { ...withSeats, checkoutUrl: 'https://host.example/pay' };
  const { app, account, key } = await createTenant(spec);
  const owner = bind(request, await key('owner'));
  const host = bind(request, await key('app'), { 'X-Account-Id': account.id });
  const addOnId = app.addOns[0]?.id;
  const path = `/account/optional-features/${addOnId}`;
  const needsConfirmation = async (caller: typeof owner) =>
    (await caller.get<AddOnList>('/app/optional-features')).data.optional_features[0]?.confirmation_required;
  expect([await needsConfirmation(owner), await needsConfirmation(host)]).toEqual([true, false]);
  expect((await owner.post(path, { active: true })).code).toBe('confirmation_required');
  const asked = await owner.post(changes, { optional_feature_id: addOnId });
  expect(asked.data).toMatchObject({
    waits_for: 'host',
    optional_feature: { id: addOnId, title: 'Seats' },
    quantity: 1,
    checkout_url: `https://host.example/pay?change=${asked.data.id}&account_id=${account.id}`,
  });
  const approved = await host.post(`${changes}/${asked.data.id}/approve`);
  expect(approved.data).toMatchObject({ state: 'applied', history_id: expect.stringMatching(/^aoh_/) });
  const { optional_features } = (await owner.get<AddOnList>('/app/optional-features')).data;
  expect(optional_features[0]?.active).toBe(true);
  expect((await owner.post(path, { active: false })).code).toBeUndefined();

  // The host's own change ends what waits for it.
  await owner.post(changes, { optional_feature_id: addOnId });
  await host.post(path, { active: true });
  expect((await owner.list())[0]).toEqual(['superseded']);
});

test('a renewal shortly before the end of a period does not move what is due then', async ({
  request,
  createTenant,
}) => {
  const { app, key } = await createTenant({ isTest: true }, customer);
  const appKey = await key('app');
  const owner = bind(request, await key('owner'));
  const endsAt = start + 30 * daySeconds;
  const setPeriodEnd = (period_ends_at: number) =>
    bind(request, appKey).send('PATCH', '/api/accounts/customer-1', { period_ends_at });
  const readTime = async () => (await owner.get<AccountChangeList>(changes)).payload[0]?.effective_at;
  await advance(request, appKey, hourSeconds);
  await setPeriodEnd(endsAt - daySeconds);
  await owner.post(changes, { version_id: app.versions[1]?.id, effective: 'period_end' });
  await setPeriodEnd(endsAt);
  expect(await readTime()).toBe(endsAt);
  await advance(request, appKey, 30 * daySeconds - 4);
  await setPeriodEnd(endsAt + 2 * daySeconds);
  expect(await readTime()).toBe(endsAt + 2 * daySeconds);
  await setPeriodEnd(endsAt);
  await setPeriodEnd(endsAt + 30 * daySeconds);
  expect(await readTime()).toBe(endsAt);
  await advance(request, appKey, 30 * daySeconds);
  expect(await owner.plan()).toBe(app.versions[1]?.title);
});
