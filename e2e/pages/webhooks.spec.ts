import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { startWebhookReceiver, verifyWebhook } from '@/tools/testing/webhook-receiver';
import { type Fixtures, test } from '../fixtures';
import { checkPage } from './check-page';
import { checkFailedPage, findVersion, goOffline } from './page-states';

const secretPattern = /whsec_[A-Za-z0-9+/]+=*/;

/** Creates an account through the API, as a host back end does. This causes an event. */
async function createAccount(request: APIRequestContext, key: string, externalId: string) {
  const response = await request.put(`/api/accounts/${externalId}`, {
    headers: { Authorization: `Bearer ${key}` },
    data: { title: externalId },
  });
  expect(response.status()).toBe(201);
}

/** Timeout for the effect of an attempt. After it, the page polls again. */
const soon = { timeout: 1000 };

/** Makes the page poll until `assert` succeeds. The page's clock must be installed. */
const expectPolled = (page: Page, assert: () => Promise<void>) =>
  expect(async () => {
    await page.clock.fastForward(10_000);
    await assert();
  }).toPass();

test('an endpoint is added and tested, and retries a delivery', async ({
  page,
  request,
  context,
  createTenant,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const receiver = await startWebhookReceiver();
  const { app, key: createKey } = await createTenant({ versions: [{ title: 'Basic' }] });
  const key = await createKey('app');
  const main = page.getByRole('main');
  await page.clock.install();
  try {
    await signIn({ app, role: 'product' });
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();

    // The form keeps the input after an error. It is filled in by keyboard.
    await expect(page.getByRole('button', { name: 'Add endpoint' })).toBeEnabled();
    await page.getByLabel('Address').focus();
    await page.keyboard.type('ftp://host.example/');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('alert').filter({ hasText: 'Enter a public https address' })).toBeVisible();
    await expect(page.getByLabel('Address')).toHaveValue('ftp://host.example/');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('radio', { name: 'Only these events' }).check();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(main.getByText('Choose at least one event.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'account.created' }).check();
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter');

    await expect(page.getByRole('heading', { name: 'Signing secret' })).toBeFocused();
    await page.getByRole('button', { name: 'Copy secret' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(secret).toMatch(secretPattern);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect(page.getByText(secretPattern)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add endpoint' })).toBeFocused();

    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(main.getByText('The test event was delivered.')).toBeVisible();
    await expect(main.getByText('Status 204')).toBeVisible();
    expect(receiver.received).toHaveLength(1);
    verifyWebhook(receiver.received[0]!, secret);
    await expect(page.getByText('No deliveries yet. They appear here')).toBeVisible();

    // The open page shows new deliveries by itself.
    await createAccount(request, key, 'first');
    const rows = page.getByRole('list', { name: 'Deliveries, newest first' }).locator(':scope > li');
    await expectPolled(page, () =>
      expect(rows.first().locator('summary')).toContainText(
        /Delivered.*Account created.*first.*account\.created.*Status 204/,
        soon,
      ),
    );

    receiver.respond = (_, response) => response.writeHead(500).end('<b>No connection</b>');
    await createAccount(request, key, 'second');
    await expectPolled(page, async () => {
      await expect(rows).toHaveCount(2, soon);
      await expect(rows.first().locator('summary')).toContainText(/Waiting.*Status 500/, soon);
      await expect(main.getByText(/Failing since/)).toBeVisible(soon);
    });
    await rows.first().locator('summary').press('Enter');
    await expect(rows.first().getByText('<b>No connection</b>').first()).toBeVisible();
    await expect(rows.first().getByText('"external_id": "second"')).toBeVisible();

    receiver.respond = (_, response) => response.writeHead(204).end();
    await rows.first().getByRole('button', { name: 'Retry' }).click();
    await expectPolled(page, () =>
      expect(rows.first().locator('summary')).toContainText(/Delivered.*Status 204/, soon),
    );
    await expect(rows.first().getByRole('list').locator('> li').last()).toContainText('Status 500');
    await expectPolled(page, () => expect(main.getByText(/Failing since/)).toHaveCount(0, soon));

    // Events of the time in which the endpoint is disabled are recovered.
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(main.getByText('It was disabled by request.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recover' })).toHaveAttribute('aria-disabled', 'true');
    await createAccount(request, key, 'third');
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Recover' }).click();
    await expect(main.getByText('Enter a date and a time.')).toBeVisible();
    await page.getByLabel('Recover failed deliveries since').fill('2026-01-01T00:00');
    await page.getByRole('button', { name: 'Recover' }).click();
    await expect(main.getByText('1 delivery is sent again.')).toBeVisible();
    await expectPolled(page, () => expect(rows).toHaveCount(3, soon));

    // Rotation. The second one within a day is rejected.
    const dialog = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await expect(page.getByText(/The previous secret is also valid until/)).toBeVisible();
    const rotated = (await main.getByText(secretPattern).textContent()) ?? '';
    expect(rotated).not.toBe(secret);
    const countTests = () => receiver.received.filter(({ body }) => body.includes('webhook.test')).length;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect.poll(countTests).toBe(2);
    for (const each of [secret, rotated]) verifyWebhook(receiver.received.at(-1)!, each);
    // The back/forward cache must not keep the secret. Headless browsers have none.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await expect(main.getByText(secretPattern)).toHaveCount(0);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await expect(dialog.getByRole('alert')).toContainText('rotated within the last 24 hours');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Rotate secret' })).toBeFocused();

    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
    await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
  } finally {
    await receiver.close();
  }
});

test('a delivery names the account and what changed', async ({ page, request, createTenant, signIn, db }) => {
  const { app, account, key } = await createTenant(
    {
      versions: [
        { title: 'Basic' },
        { title: 'Pro', optional: [{ feature: 1, fee: 300, addOn: 'Audit pack' }] },
      ],
    },
    () => ({ title: 'Harbour Café', externalId: 'customer-7' }),
  );
  const endpoint = await insertEndpoint(db, app.id, { dispatchedXid: 0n });
  const headers = { Authorization: `Bearer ${await key()}` };
  const post = async (path: string, data: object) =>
    expect((await request.post(path, { headers, data })).ok()).toBe(true);
  await post('/api/app/versions', { version_id: findVersion({ app }, 'Pro').id });
  await post(`/api/account/optional-features/${app.addOns[0]?.id}`, { active: true });

  const rows = page.getByRole('list', { name: 'Deliveries, newest first' }).locator(':scope > li');
  const countDeliveries = () =>
    withTenant(db, { appId: app.id }, (queries) => queries.webhookDelivery.count());
  await expect.poll(countDeliveries).toBe(2);
  await signIn({ app, role: 'product' }, `/webhooks/${endpoint.id}`);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0).locator('summary')).toContainText(/Audit pack turned on.*Harbour Café/);
  await expect(rows.nth(1).locator('summary')).toContainText(/Switched from Basic to Pro.*Harbour Café/);
  await rows.nth(1).locator('summary').click();
  await expect(rows.nth(1)).toContainText('customer-7');
  await expect(rows.nth(1).getByRole('link', { name: 'Harbour Café' })).toHaveAttribute(
    'href',
    `/accounts/${account.id}`,
  );
  await checkPage(page, { axe: true });

  // The page of the account has its deliveries.
  await rows.nth(1).getByRole('link', { name: 'Harbour Café' }).click();
  const deliveries = page.getByRole('region', { name: 'Webhook deliveries' }).getByRole('listitem');
  await expect(deliveries).toContainText([/An add-on was turned on.*hooks/, /switched to a plan.*hooks/]);
});

test('webhook pages are 404 without the role product', async ({
  page,
  request,
  createTenant,
  signIn,
  db,
}) => {
  const { app, account } = await createTenant();
  const endpoint = await insertEndpoint(db, app.id);
  const paths = ['/webhooks', `/webhooks/${endpoint.id}`];
  const getStatuses = async (browser: APIRequestContext, headers: Record<string, string> = {}) =>
    Promise.all(paths.map(async (path) => (await browser.get(path, { headers })).status()));
  expect(await getStatuses(request, { Host: app.host })).toEqual([404, 404]);
  for (const role of ['owner', 'member'] as const) {
    await signIn({ app, account, role }, '/webhooks');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
    expect(await getStatuses(page.request)).toEqual([404, 404]);
  }
  // An endpoint of another app does not exist.
  const { app: otherApp } = await createTenant();
  await signIn({ app: otherApp, role: 'product' }, paths[1]);
  expect(await getStatuses(page.request)).toEqual([200, 404]);
});

type EndpointData = Parameters<Database['webhookEndpoint']['create']>[0]['data'];

/** Adds an endpoint to which no new events are sent. */
function insertEndpoint(db: Database, appId: string, data: Partial<EndpointData> = {}) {
  const id = makeId('webhookEndpoint');
  const dispatchedXid = 9_000_000_000_000_000_000n;
  return withTenant(db, { appId }, (queries) =>
    queries.webhookEndpoint.create({
      data: { appId, id, url: 'https://hooks.example.com/app-versions', dispatchedXid, ...data } as never,
    }),
  );
}

const response = `<html><body>${'Internal server error. '.repeat(40)}`;

/** Adds deliveries in each state, oldest first. */
async function insertDeliveries(db: Database, appId: string, endpointId: string, count: number) {
  const at = Date.now() - 60_000;
  const failure = { at, durationMs: 35, status: 500, error: 'Status 500.', response };
  const noResponse = { at, durationMs: 15_000, status: null, error: 'No complete response.', response: null };
  const success = { at, durationMs: 1204, status: 204, error: null, response: '' };
  const states = [
    { state: 'delivered', attempts: [success] },
    { state: 'failed', attempts: [failure, noResponse, failure] },
    // Due later than the test ends.
    { state: 'waiting', nextAt: new Date(Date.now() + 86_400_000), attempts: [noResponse] },
    { state: 'queued', attempts: [] },
  ] as const;
  await withTenant(db, { appId }, (queries) =>
    queries.webhookDelivery.createMany({
      data: Array.from({ length: count }, (_, index) => {
        const accountId = makeId('account');
        return {
          appId,
          endpointId,
          eventId: makeId('event'),
          eventXid: BigInt(index),
          eventType: index % 3 ? 'account.version_switched' : 'account.created',
          accountId,
          lane: accountId,
          ...states[index % states.length]!,
        } as never;
      }),
    }),
  );
}

const check = (page: Page, assertContent: () => Promise<void>) => checkPage(page, { assertContent });

async function openAsProduct(
  { createTenant, signIn }: Pick<Fixtures, 'createTenant' | 'signIn'>,
  prepare: (appId: string) => Promise<string>,
) {
  const { app } = await createTenant();
  await signIn({ app, role: 'product' }, await prepare(app.id));
  return app;
}

test('endpoints in each state fit the page', { tag: '@full' }, async ({ page, createTenant, signIn, db }) => {
  const since = new Date('2026-03-03T10:32:00Z');
  const app = await openAsProduct({ createTenant, signIn }, async (appId) => {
    await insertEndpoint(db, appId);
    await insertEndpoint(db, appId, { failingSince: since, types: ['account.version_switched'] });
    const gone = { disabledAt: since, disabledReason: 'gone', failingSince: since };
    await insertEndpoint(db, appId, gone);
    const { id } = await insertEndpoint(db, appId, { url: `https://hooks.example.com/${'a'.repeat(1900)}` });
    await insertDeliveries(db, appId, id, 2);
    return '/webhooks';
  });
  const list = page.getByRole('list', { name: 'Endpoints' });
  await check(page, async () => {
    await expect(list.getByText('Failing since 3 March 2026, 10:32 UTC')).toBeVisible();
    await expect(list.getByText('Disabled since 3 March 2026, 10:32 UTC')).toBeVisible();
    await expect(list.getByText('No deliveries yet')).toHaveCount(3);
    await expect(list.getByText('Failed', { exact: true })).toBeVisible();
  });

  await checkFailedPage(page, {
    db,
    tenant: { app },
    table: 'webhook_endpoints',
    path: '/webhooks',
    content: list,
  });
  await page.getByRole('link', { name: 'aaaa' }).click();
  await expect(page.getByRole('heading', { name: 'hooks.example.com' })).toBeVisible();
  await check(page, () => expect(page.getByText('Rotate secret')).toBeVisible());
});

test('many deliveries: filter and pages are in the URL, attempts are accessible at every width', {
  tag: '@full',
}, async ({ page, createTenant, signIn, db }) => {
  let path = '';
  await openAsProduct({ createTenant, signIn }, async (appId) => {
    const { id } = await insertEndpoint(db, appId);
    await insertDeliveries(db, appId, id, 48);
    path = `/webhooks/${id}`;
    return path;
  });
  const rows = page.getByRole('list', { name: 'Deliveries, newest first' }).locator(':scope > li');
  await expect(rows).toHaveCount(20);
  await page.getByRole('link', { name: 'Older deliveries' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeFocused();
  await page.getByRole('link', { name: 'Older deliveries' }).click();
  await expect(rows).toHaveCount(8);
  await expect(page.getByRole('link', { name: 'Older deliveries' })).toHaveCount(0);
  await page.goBack();
  await expect(rows).toHaveCount(20);
  await page.getByLabel('Show').selectOption('failed');
  await expect(page).toHaveURL(`${path}?state=failed`);
  await expect(rows).toHaveCount(12);

  await page.getByLabel('Show').selectOption('queued');
  await expect(page).toHaveURL(`${path}?state=queued`);
  await expect(rows).toHaveCount(12);
  await expect(rows.first()).toContainText('Not sent yet.');

  await page.getByLabel('Show').selectOption('all');
  await expect(page).toHaveURL(path);
  await expect(rows).toHaveCount(20);
  for (const index of [0, 1, 2, 3]) await rows.nth(index).locator('summary').click();
  await check(page, async () => {
    await expect(rows.nth(0)).toContainText('An earlier delivery of this account has not ended yet.');
    await expect(rows.nth(1)).toContainText('No complete response.');
    await expect(rows.nth(1)).toContainText('The event is older than 90 days');
    await expect(rows.nth(2).getByRole('list').locator('> li')).toHaveCount(3);
    await expect(rows.nth(3).getByRole('button', { name: 'Send again' })).toBeVisible();
  });
});

test('secrets, questions and lost responses fit the page', { tag: '@full' }, async ({
  page,
  context,
  createTenant,
  signIn,
  db,
}) => {
  await openAsProduct({ createTenant, signIn }, async (appId) => {
    const { id } = await insertEndpoint(db, appId);
    return `/webhooks/${id}`;
  });
  const dialog = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await check(page, () => expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused());
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await check(page, () => expect(page.getByText(secretPattern)).toBeVisible());

  await page.route('**', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('The change may have been made')).toBeVisible();
  // What was shown stays, above all the secret, also when the page would be rendered again.
  const question = page.waitForRequest('**/api/accounts?*');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await question;
  await goOffline({ page, context });
  await check(page, async () => {
    await expect(page.getByText('You’re offline.').first()).toBeVisible();
    await expect(page.getByText(secretPattern)).toBeVisible();
  });
});
