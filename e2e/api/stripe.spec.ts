import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type APIRequestContext, expect } from '@playwright/test';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { OwnAccountBody } from '@/lib/contract/accounts';
import { publishChange } from '@/prisma/factories/publish-change';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { type Fixtures, test } from '../fixtures';
import { sendRequest } from './api-client';
import { type FakeStripe, startFakeStripe } from './fake-stripe';

let stripe: FakeStripe;
const bridges: ChildProcess[] = [];

test.beforeEach(async () => {
  stripe = await startFakeStripe();
});
test.afterEach(() => {
  for (const bridge of bridges.splice(0)) bridge.kill();
  stripe.close();
});

/**
 * Starts the bridge as its README says, for an app with plans for 0, 10 and 20 dollars and 5 for each user. Two plans have
 * trials: Solo goes on as itself, Club as the free plan.
 */
async function open(createTenant: Fixtures['createTenant'], request: APIRequestContext, baseURL = '') {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const plan = (title: string, tag: string, fee: number, trial = {}) => ({
    ...{ title, tag, fee, userFee: fee === 0 ? null : 500 },
    ...trial,
  });
  const { app, account, key } = await createTenant(
    {
      checkoutUrl: `${origin}/checkout`,
      versions: [
        ...[plan('Free', 'free', 0), plan('Team', 'team', 1000), plan('Pro', 'pro', 2000)],
        plan('Solo', 'solo', 700, { trialDays: 14 }),
        plan('Club', 'club', 700, { trialDays: 1, trialThen: 'VERSION_1' }),
      ],
    },
    ({ versions }) => ({ externalId: 'customer-7', history: versions.slice(0, 1) }),
  );
  const [appKey, ownerKey] = [await key('app'), await key('owner')];
  const url = `${origin}/app-versions`;
  const endpoint = await sendRequest<{ data: { secret: string } }>(request, '/api/webhook-endpoints', {
    key: appKey,
    body: { url },
  });
  const startBridge = async (ownPort = port) => {
    const bridge = spawn(process.execPath, ['--import', 'tsx', 'examples/stripe/bridge.ts'], {
      cwd: projectRoot,
      env: {
        ...process.env,
        ...{ APP_VERSIONS_URL: baseURL, APP_KEY: appKey, WEBHOOK_SECRET: endpoint.body.data.secret },
        ORIGIN: `http://127.0.0.1:${ownPort}`,
        ...{ STRIPE_URL: stripe.origin, STRIPE_KEY: 'sk_test_fake' },
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    bridges.push(bridge);
    await once(bridge.stdout!, 'data');
    return `http://127.0.0.1:${ownPort}`;
  };
  await startBridge();
  const restart = async () => {
    const [bridge] = bridges.splice(0);
    const exit = once(bridge!, 'exit');
    bridge!.kill();
    await exit;
    await startBridge();
  };
  const [free, team, pro, solo, club] = app.versions.map(({ id }) => id);

  const send = async <T>(path: string, options: object) =>
    (await sendRequest<{ data: T }>(request, path, { key: ownerKey, ...options })).body.data;
  /** The owner confirms a plan in the pages. `page` is where the pages send the browser. */
  const create = async (body: object) => {
    const change = await send<AccountChangeBody>('/account/changes', { body });
    expect(change.waits_for).toBe('host');
    return { change, page: `${change.checkout_url}&return_url=${encodeURIComponent(`${baseURL}/`)}` };
  };
  /** The same, and where the bridge sends the browser. */
  const confirm = async (body: object) => {
    const created = await create(body);
    return { ...created, location: await follow(created.page) };
  };
  const follow = async (page: string) => {
    const response = await fetch(page, { redirect: 'manual' });
    expect([page, response.status]).toEqual([page, 303]);
    return response.headers.get('location') ?? '';
  };
  const readAccount = () => send<OwnAccountBody>('/account', {});
  const expectPlan = (versionId: string | undefined) =>
    expect.poll(async () => (await readAccount()).version?.id).toBe(versionId);
  const getChange = (id: string) => send<AccountChangeBody>(`/account/changes/${id}`, {});
  /** Pays for the plan with Checkout. Returns the ID of the subscription. */
  const subscribe = async (versionId: string | undefined) => {
    const { location } = await confirm({ version_id: versionId });
    expect(await follow(stripe.payCheckout(location.split('/').at(-1) ?? ''))).toBe(`${baseURL}/`);
    await expectPlan(versionId);
    return find('subscription').id;
  };
  const readPlan = async () => (await readAccount()).version?.id;
  const sendEvent = (type: string, id: string, bridge = origin) =>
    stripe.sendEvent(`${bridge}/stripe`, type, id);
  return {
    ...{ app, account, free, team, pro, solo, club, appKey, origin, create, confirm, follow, subscribe },
    ...{ readAccount, readPlan, expectPlan, getChange, sendEvent, startBridge, restart },
  };
}

const find = (object: string) => [...stripe.objects.values()].findLast((each) => each.object === object)!;
const list = (object: string) => [...stripe.objects.values()].filter((each) => each.object === object);
interface Item {
  price: { unit_amount: number };
  current_period_end: number;
}

const readItem = (id: string) => (stripe.objects.get(id)!.items as { data: [Item] }).data[0];
const readAmount = (id: string) => readItem(id).price.unit_amount;

test('a plan is paid with Checkout, renewed, changed with its seats, and ended', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const { team, free, origin, appKey, confirm, follow, readAccount, expectPlan } = await open(
    createTenant,
    request,
    baseURL,
  );
  const { location, page } = await confirm({ version_id: team });
  expect(location).toMatch(/^https:\/\/checkout\.stripe\.example\/cs_test_/);
  // Another tab comes from another page.
  expect([await follow(page), await follow(`${page}compare`)]).toEqual([location, location]);
  await expectPlan(free);
  const session = find('checkout.session').id;
  const done = stripe.payCheckout(session);
  // The browser and the webhook arrive at the same time.
  const [returned, status] = await Promise.all([
    follow(done),
    stripe.sendEvent(`${origin}/stripe`, 'checkout.session.completed', session),
  ]);
  expect([returned, status]).toEqual([`${baseURL}/`, 204]);
  await expectPlan(team);
  const { id } = find('subscription');
  expect([readAmount(id), list('refund')]).toEqual([1500, []]);

  stripe.renew(id);
  expect(await stripe.sendEvent(`${origin}/stripe`, 'customer.subscription.updated', id)).toBe(204);
  expect((await readAccount()).period_ends_at).toBe(readItem(id).current_period_end);

  await sendRequest(request, '/api/accounts/customer-7', {
    key: appKey,
    method: 'PATCH',
    body: { users: 4 },
  });
  await expect.poll(() => readAmount(id)).toBe(3000);

  stripe.end(id);
  expect(await stripe.sendEvent(`${origin}/stripe`, 'customer.subscription.deleted', id)).toBe(204);
  await expectPlan(free);
  expect((await readAccount()).period_ends_at).toBeNull();
  const history = await sendRequest<{ payload: { reason: string }[] }>(request, '/account/versions', {
    key: appKey,
    headers: { 'X-Account-Id': 'customer-7' },
  });
  expect(history.body.payload[0]?.reason).toBe('The subscription has ended.');
});

test('another plan is paid with the same card, or refused if it is declined', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const { team, pro, solo, free, confirm, subscribe, expectPlan, getChange } = await open(
    createTenant,
    request,
    baseURL,
  );
  const id = await subscribe(team);
  stripe.declines = true;
  const declined = await confirm({ version_id: pro });
  expect(declined.location).toBe(`${baseURL}/`);
  expect(await getChange(declined.change.id)).toMatchObject({
    state: 'declined',
    message: 'Your card was declined.',
  });
  expect(readAmount(id)).toBe(1500);
  stripe.declines = false;
  expect((await confirm({ version_id: pro })).location).toBe(`${baseURL}/`);
  await expectPlan(pro);
  expect([readAmount(id), list('checkout.session').length]).toEqual([2500, 1]);
  // The card pays after a trial too.
  expect((await confirm({ version_id: solo, trial: true })).location).toBe(`${baseURL}/`);
  await expectPlan(solo);
  await expect.poll(() => [readAmount(id), stripe.objects.get(id)?.status]).toEqual([1200, 'trialing']);
  await confirm({ version_id: free });
  await expectPlan(free);
  await expect.poll(() => stripe.objects.get(id)?.status).toBe('canceled');
});

test('a payment for a price that has changed meanwhile is returned', async ({
  db,
  request,
  createTenant,
  baseURL,
}) => {
  const opened = await open(createTenant, request, baseURL);
  const { app, team, pro, free, origin, create, confirm, follow, subscribe, expectPlan, getChange } = opened;
  const setFee = (id = '', fee: number) =>
    publishChange(db, app, (queries) =>
      queries.version.updateMany({ where: { appId: app.id, id }, data: { fee } }),
    );
  const { change, location } = await confirm({ version_id: team });
  await setFee(team, 1900);
  const session = location.split('/').at(-1) ?? '';
  expect(await follow(stripe.payCheckout(session))).toBe(`${baseURL}/`);
  expect(await stripe.sendEvent(`${origin}/stripe`, 'checkout.session.completed', session)).toBe(204);
  await expectPlan(free);
  expect((await getChange(change.id)).state).toBe('declined');
  expect(list('refund').map(({ amount }) => amount)).toEqual([1500]);
  expect(find('subscription').status).toBe('canceled');

  const id = await subscribe(team);
  const next = await create({ version_id: pro });
  await setFee(pro, 2900);
  expect(await follow(next.page)).toBe(`${baseURL}/`);
  expect((await getChange(next.change.id)).state).toBe('declined');
  await expectPlan(team);
  expect(list('refund').map(({ amount }) => amount)).toEqual([1500, 2500]);
  expect([readAmount(id), stripe.objects.get(id)?.status]).toEqual([2400, 'active']);
});

const completed = 'checkout.session.completed';
const deleted = 'customer.subscription.deleted';

test('a session is of no use after its subscription has ended, and after a restart', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const opened = await open(createTenant, request, baseURL);
  const { team, pro, free, account, confirm, follow, readPlan, expectPlan, getChange } = opened;
  const { subscribe, sendEvent, restart } = opened;
  const first = await subscribe(team);
  const session = find('checkout.session');
  stripe.end(first);
  expect(await sendEvent(deleted, first)).toBe(204);
  await expectPlan(free);
  stripe.isIndexed = true;
  const inAWeek = Math.floor(Date.now() / 1000) + 7 * 86_400;
  for (const prepare of [async () => {}, restart]) {
    await prepare();
    await follow(String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id));
    expect(await sendEvent(completed, session.id)).toBe(204);
    expect(await readPlan()).toBe(free);
    const { change } = await confirm({ version_id: pro, effective: inAWeek });
    expect((await getChange(change.id)).state).toBe('declined');
  }
  // A subscription that takes the place of the first one stays when the first one ends again, and is the one that changes.
  const second = await subscribe(team);
  expect(await sendEvent(deleted, first)).toBe(204);
  expect((await confirm({ version_id: pro })).location).toBe(`${baseURL}/`);
  await expectPlan(pro);
  expect([readAmount(second), list('checkout.session').length]).toEqual([2500, 2]);
  // An open invoice comes first. When Stripe gives up, the subscription is canceled, also if it would stay.
  stripe.objects.get(second)!.status = 'past_due';
  const { change } = await confirm({ version_id: team, effective: inAWeek });
  expect((await getChange(change.id)).message).toMatch(/^The last payment has failed/);
  stripe.objects.get(second)!.status = 'unpaid';
  expect(await sendEvent('customer.subscription.updated', second)).toBe(204);
  expect(stripe.objects.get(second)?.status).toBe('canceled');
  // Another app of the same account at Stripe has a customer with the same ID.
  const other = stripe.objects.get(second)!;
  expect(other.metadata.account_id).toBe(account.id);
  other.metadata.account_id = 'acc_01h455vb4pex5vsknk084sn02q';
  expect(await sendEvent(deleted, second)).toBe(204);
  expect(await readPlan()).toBe(pro);
  other.metadata.account_id = account.id;
  expect(await sendEvent(deleted, second)).toBe(204);
  await expectPlan(free);
});

test('a session confirms its change when it is paid, for this account and at this price', async ({
  db,
  request,
  createTenant,
  baseURL,
}) => {
  const opened = await open(createTenant, request, baseURL);
  const { app, team, free, account, confirm, follow, readPlan, expectPlan, getChange, sendEvent } = opened;
  const { change, location } = await confirm({ version_id: team });
  const session = find('checkout.session');
  const set = (object: { id: string }, fields: object) =>
    Object.assign(stripe.objects.get(object.id)!, fields);
  const expectNothing = async (type = completed) => {
    expect(await sendEvent(type, session.id)).toBe(204);
    await follow(String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id));
    expect([await readPlan(), (await getChange(change.id)).waits_for]).toEqual([free, 'host']);
  };
  await expectNothing();
  set(session, { status: 'expired' });
  await expectNothing('checkout.session.expired');
  set(session, { status: 'open' });
  stripe.payCheckout(session.id, 'unpaid');
  await expectNothing();
  // The owner waits, and does not pay twice.
  expect((await confirm({ version_id: team })).location).toBe(`${baseURL}/`);
  set(session, { payment_status: 'paid' });
  const subscription = find('subscription');
  for (const status of ['incomplete', 'past_due', 'unpaid', 'paused', 'canceled']) {
    set(subscription, { status });
    await expectNothing();
  }
  set(subscription, { status: 'active' });
  const { metadata } = session;
  for (const other of [{ account: 'customer-8' }, { account_id: 'acc_01h455vb4pex5vsknk084sn02q' }, {}]) {
    set(session, { metadata: Object.keys(other).length > 0 ? { ...metadata, ...other } : {} });
    await sendEvent(completed, session.id);
    expect(await readPlan()).toBe(free);
  }
  set(session, { metadata });
  expect(metadata.account_id).toBe(account.id);

  // The owner confirms the same change again, at a higher price, and pays in the first tab.
  await publishChange(db, app, (queries) =>
    queries.version.updateMany({ where: { appId: app.id, id: team ?? '' }, data: { fee: 1900 } }),
  );
  set(subscription, { status: 'past_due' });
  const again = await confirm({ version_id: team });
  expect([again.change.id, again.location]).toEqual([change.id, `${baseURL}/`]);
  set(subscription, { status: 'active' });
  expect(await sendEvent('checkout.session.async_payment_succeeded', session.id)).toBe(204);
  expect([await readPlan(), (await getChange(change.id)).state]).toEqual([free, 'declined']);
  expect(list('refund').map(({ amount }) => amount)).toEqual([1500]);
  expect(stripe.objects.get(subscription.id)?.status).toBe('canceled');

  // One that is open is not left open: it can't be paid any more.
  const before = await confirm({ version_id: team });
  await publishChange(db, app, (queries) =>
    queries.version.updateMany({ where: { appId: app.id, id: team ?? '' }, data: { fee: 2900 } }),
  );
  const after = await confirm({ version_id: team });
  const sessions = [before, after].map(({ location: url }) => url.split('/').at(-1) ?? '');
  expect(sessions.map((id) => stripe.objects.get(id)?.status)).toEqual(['expired', 'open']);
  await follow(stripe.payCheckout(sessions[1] ?? ''));
  await expectPlan(team);
  expect(location).not.toBe(after.location);
});

test('two bridges confirm a payment once, and one that has crashed later', async ({
  request,
  createTenant,
  baseURL,
}) => {
  const opened = await open(createTenant, request, baseURL);
  const { team, pro, free, origin, create, confirm, follow, readAccount, expectPlan, sendEvent } = opened;
  const { location } = await confirm({ version_id: team });
  const session = location.split('/').at(-1) ?? '';
  const done = stripe.payCheckout(session);
  // The bridge ends between the change and its mark.
  stripe.failing = 'POST /v1/subscriptions/:id';
  expect(await sendEvent(completed, session)).toBe(500);
  await expectPlan(team);
  stripe.failing = null;
  // A second change before Stripe sends its event again, in another process, uses the same subscription.
  const other = await opened.startBridge(await findFreePort());
  expect(await follow((await create({ version_id: pro })).page.replace(origin, other))).toBe(`${baseURL}/`);
  await expectPlan(pro);
  const { id } = find('subscription');
  expect([readAmount(id), list('subscription').length]).toEqual([2500, 1]);
  const results = await Promise.all([
    ...[follow(done), sendEvent(completed, session), sendEvent(completed, session, other)],
  ]);
  expect(results).toEqual([`${baseURL}/`, 204, 204]);
  expect([await readAccount(), list('refund')]).toMatchObject([{ version: { id: pro } }, []]);
  stripe.end(id);
  delete stripe.objects.get(id)!.metadata.confirmed;
  expect(await sendEvent(deleted, id)).toBe(204);
  await expectPlan(free);
});

test('a trial that goes on as a plan starts with a card', async ({ request, createTenant, baseURL }) => {
  const opened = await open(createTenant, request, baseURL);
  const { solo, club, pro, free, appKey, confirm, follow, subscribe } = opened;
  const { readAccount, readPlan, expectPlan, sendEvent } = opened;
  // What follows is free.
  await subscribe(pro);
  await confirm({ version_id: club, trial: true });
  await expectPlan(club);
  await expect.poll(() => find('subscription').status).toBe('canceled');
  expect(list('checkout.session').length).toBe(1);

  const { location } = await confirm({ version_id: solo, trial: true });
  const session = find('checkout.session');
  expect(location).toBe(`https://checkout.stripe.example/${session.id}`);
  expect([await readPlan(), session.payment_method_collection]).toEqual([club, 'always']);
  await follow(stripe.payCheckout(session.id));
  await expectPlan(solo);
  const { id } = find('subscription');
  const readTrialEnd = () => stripe.objects.get(id)?.trial_end;
  // A total for one user, and the end that the account has, also if it is another one later.
  expect([readAmount(id), stripe.objects.get(id)?.status]).toEqual([1200, 'trialing']);
  await expect.poll(async () => (await readAccount()).trial_ends_at === readTrialEnd()).toBe(true);
  const later = Number(readTrialEnd()) + 5 * 86_400;
  const headers = { 'X-Account-Id': 'customer-7' };
  await sendRequest(request, '/app/versions', {
    ...{ method: 'POST', key: appKey, headers, body: { version_id: solo, trial_ends_at: later } },
  });
  await expect.poll(readTrialEnd).toBe(later);
  // Users are of what follows.
  expect((await confirm({ version_id: solo, users: 3 })).location).toBe(`${baseURL}/`);
  await expect.poll(() => readAmount(id)).toBe(2200);
  expect([(await readAccount()).trial_ends_at, readTrialEnd(), list('refund')]).toEqual([later, later, []]);
  // Another plan is paid at once, with this card.
  await confirm({ version_id: pro });
  await expectPlan(pro);
  expect([readAmount(id), stripe.objects.get(id)?.status]).toEqual([3500, 'active']);
  expect(list('invoice').at(-1)?.amount_paid).toBe(3500);
  // Without payment, the account gets the free plan.
  stripe.end(id);
  expect(await sendEvent(deleted, id)).toBe(204);
  await expectPlan(free);
});

test('forged webhooks and links to other pages are rejected', async ({ request, createTenant, baseURL }) => {
  const { origin, team, confirm } = await open(createTenant, request, baseURL);
  const { page } = await confirm({ version_id: team });
  const other = page.replace(/return_url=.*/, `return_url=${encodeURIComponent('https://evil.example/')}`);
  expect((await fetch(other, { redirect: 'manual' })).status).toBe(400);
  for (const path of ['/stripe', '/app-versions']) {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': 't=1,v1=00' };
    expect((await fetch(`${origin}${path}`, { method: 'POST', headers, body: '{}' })).status).toBe(400);
  }
});
