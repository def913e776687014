import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import type { Events } from '@/lib/contract/events';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { startFaultProxy } from '@/tools/testing/proxied-server';
import { test } from '../fixtures';

let hostApp: ChildProcess | undefined;

test.afterEach(() => hostApp?.kill());

/** Starts the example as its README says, and resolves when it accepts requests. Appends what it prints to `output`. */
async function startHostApp(variables: Record<string, string>, output: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/host-app/app.ts'], {
    cwd: projectRoot,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
  const exit = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The example exited with ${code}: ${output.join('')}`)),
  );
  exit.catch(() => {});
  await Promise.race([once(child.stdout, 'data'), exit]);
  return child;
}

test('the example unlocks a feature within two seconds', { tag: '@full' }, async ({
  context,
  createTenant,
  baseURL,
}) => {
  const port = await findFreePort();
  const hostOrigin = `http://localhost:${port}`;
  const { key } = await createTenant({
    title: 'Larder',
    returnOrigins: [hostOrigin],
    versions: [1, 2, 3, 4].map((number) => ({
      fee: number * 1000,
      features: Array.from({ length: 2 * number }, (_, index) => index + 1),
    })),
    features: 8,
  });
  const appKey = await key('app');
  const proxy = await startFaultProxy(Number(new URL(baseURL ?? '').port));
  // Sessions need a secure context: over http, only localhost is one.
  const origin = `http://localhost:${proxy.port}`;
  const authorization = { Authorization: `Bearer ${appKey}` };
  const created = await fetch(`${origin}/api/webhook-endpoints`, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/webhooks` }),
  });
  const { secret } = (await created.json()).data;
  const output: string[] = [];
  const variables = {
    APP_VERSIONS_URL: origin,
    APP_KEY: appKey,
    WEBHOOK_SECRET: secret,
    FEATURE: 'feature-8',
    PORT: String(port),
  };
  hostApp = await startHostApp(variables, output);
  /** Sends an event to the example as App Versions does, and returns the status. */
  const sendEvent = async (event: { id: string }, webhook: Webhook) => {
    const body = JSON.stringify(event);
    const now = new Date();
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.sign(event.id, now, body),
    };
    return (await fetch(`${hostOrigin}/webhooks`, { method: 'POST', headers, body })).status;
  };

  // Sign up. The second attempt is for the same account.
  const host = await context.newPage();
  await host.goto(hostOrigin);
  const signUp = async (company: string) => {
    await host.getByLabel('Company').fill(company);
    await host.getByRole('button', { name: 'Sign up' }).click();
  };
  await signUp(' ');
  await expect(host.getByRole('alert')).toContainText('title');
  await signUp('Café <Anna> & Söhne');
  const status = host.getByRole('status');
  await expect(status).toHaveText('feature-8 is not part of your plan');
  await expect(host.getByText('Café <Anna> & Söhne')).toBeVisible();

  // Switch in the portal. The example keeps the entitlement until a webhook arrives.
  const portal = await context.newPage();
  await portal.goto(hostOrigin);
  await portal.getByRole('button', { name: 'Manage plan' }).click();
  await portal.getByRole('button', { name: 'Upgrade to Version 4' }).click();
  const switched = portal.waitForResponse((response) => response.request().method() === 'POST');
  await portal
    .getByRole('alertdialog')
    .getByRole('button', { name: /Version 4/ })
    .click();
  expect((await switched).status()).toBe(200);
  const unlocked = '✓ feature-8 is unlocked';
  const requestPage = async () => (await context.request.get(hostOrigin)).text();
  await expect.poll(requestPage, { intervals: [50] }).toContain(unlocked);

  // A repeated delivery has no effect. An event that is signed with another secret is refused.
  const webhook = new Webhook(secret);
  const response = await fetch(`${origin}/api/events?types=account.version_switched`, {
    headers: authorization,
  });
  const events: Events['payload'] = (await response.json()).payload;
  for (const event of events) expect(await sendEvent(event, webhook)).toBe(204);
  const forger = new Webhook(randomBytes(32).toString('base64'));
  expect(await sendEvent({ ...events[1]!, id: 'evt_1' }, forger)).toBe(400);
  await portal.getByRole('link', { name: 'Back to Larder' }).click();
  await expect(portal).toHaveURL(`${hostOrigin}/`);
  await host.reload();
  await expect(status).toHaveText(unlocked);
  await expect(host.getByRole('listitem')).toHaveText(['Version 1', 'Version 4']);

  // While App Versions does not respond, the feature stays unlocked.
  await proxy.close();
  const published = { id: 'evt_2', type: 'catalog.published' };
  expect(await sendEvent(published, webhook)).toBe(204);
  await host.reload();
  await expect(status).toHaveText(unlocked);
  expect(output.join('')).toContain('ECONNREFUSED');
  for (const value of [appKey, secret]) expect(output.join('')).not.toContain(value);
});

test('the example takes a payment, and refuses a plan below its usage', { tag: '@full' }, async ({
  context,
  createTenant,
  baseURL,
}) => {
  const port = await findFreePort();
  const hostOrigin = `http://localhost:${port}`;
  const { app, key } = await createTenant({
    title: 'Larder',
    returnOrigins: [hostOrigin],
    frameOrigins: [hostOrigin],
    checkoutUrl: `${hostOrigin}/checkout`,
    versions: [
      { title: 'Basic', fee: 500, userFee: 100, features: [1], amounts: { 1: 25 } },
      { title: 'Pro', fee: 2000, userFee: 400, features: [1], amounts: { 1: 100 } },
    ],
    features: ['Recipes'],
    units: { 1: { unit: 'recipe' } },
  });
  const appKey = await key('app');
  const variables = {
    APP_VERSIONS_URL: `http://localhost:${new URL(baseURL ?? '').port}`,
    APP_KEY: appKey,
    WEBHOOK_SECRET: randomBytes(32).toString('base64'),
    LIMIT: 'feature-1',
    APP_SLUG: app.slug,
    PORT: String(port),
  };
  hostApp = await startHostApp(variables, []);
  const page = await context.newPage();
  await page.goto(hostOrigin);
  await page.getByLabel('Company').fill('Osteria Pia');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('People').fill('5');
  await page.getByLabel('Recipes').fill('60');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Manage plan' }).click();

  /** Chooses a plan in the portal and continues to the payment. */
  const choose = async (plan: string) => {
    await page.getByRole('button', { name: new RegExp(`^(Upgrade|Downgrade) to ${plan}`) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue to payment' }).click();
  };
  const status = page.getByRole('status');
  await choose('Pro');
  await expect(page.getByText('$40.00 for a month.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(status.filter({ hasText: 'The payment was canceled.' })).toBeVisible();
  await expect(page.getByText(/Your plan: *Basic/)).toBeVisible();
  await choose('Pro');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(status.filter({ hasText: 'You’re on Pro.' })).toBeVisible();
  await choose('Basic');
  await expect(status.filter({ hasText: 'Remove 35 recipes first.' })).toBeVisible();
  await expect(page.getByText(/Your plan: *Pro/)).toBeVisible();
  // An address of another origin is not returned to.
  const ended = await page.evaluate(() => new URL(window.location.href).searchParams.get('change'));
  await page.goto(`${hostOrigin}/checkout?change=${ended}&return_url=https://larder.example/`);
  await expect(page).toHaveURL(`${hostOrigin}/`);

  // The same in a frame of the example.
  await page.getByRole('link', { name: 'Manage plan on this site' }).click();
  const frame = page.frameLocator('app-versions-plans iframe');
  await frame.getByRole('button', { name: 'Downgrade to Basic' }).click();
  await frame.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(`${hostOrigin}/plans`);
  await expect(frame.getByRole('status').filter({ hasText: 'Remove 35 recipes first.' })).toBeVisible();
});
