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
let bridge: ChildProcess;

test.beforeEach(async () => {
  stripe = await startFakeStripe();
});
test.afterEach(() => {
  bridge.kill();
  stripe.close();
});

/** Starts the bridge as its README says, for an app with plans for 0, 10 and 20 dollars and 5 for each user. */
async function open(createTenant: Fixtures['createTenant'], request: APIRequestContext, baseURL = '') {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const plan = (title: string, tag: string, fee: number) => ({
    title,
    tag,
    fee,
    userFee: fee === 0 ? null : 500,
  });
  const { app, account, key } = await createTenant(
    {
      checkoutUrl: `${origin}/checkout`,
      versions: [plan('Free', 'free', 0), plan('Team', 'team', 1000), plan('Pro', 'pro', 2000)],
    },
    ({ versions }) => ({ externalId: 'customer-7', history: versions.slice(0, 1) }),
  );
  const [appKey, ownerKey] = [await key('app'), await key('owner')];
  const url = `${origin}/app-versions`;
  const endpoint = await sendRequest<{ data: { secret: string } }>(request, '/api/webhook-endpoints', {
    key: appKey,
    body: { url },
  });
  bridge = spawn(process.execPath, ['--import', 'tsx', 'examples/stripe/bridge.ts'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...{
        APP_VERSIONS_URL: baseURL,
        APP_KEY: appKey,
        WEBHOOK_SECRET: endpoint.body.data.secret,
        ORIGIN: origin,
      },
      ...{
        STRIPE_URL: stripe.origin,
        STRIPE_KEY: 'sk_test_fake',
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(bridge.stdout!, 'data');
  const [free, team, pro] = app.versions.map(({ id }) => id);

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
  return {
    ...{ app, account, free, team, pro, appKey, origin, create, confirm, follow, subscribe },
    ...{ readAccount, expectPlan, getChange },
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
  expect(await follow(page)).toBe(location);
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
  const { team, pro, free, confirm, subscribe, expectPlan, getChange } = await open(
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
