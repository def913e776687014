import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { build, testDistDir } from '@/tools/build';
import { type ChaosEnvironment, openChaosEnvironment } from '@/tools/chaos/chaos-environment';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { test } from '../fixtures';

// Runs examples/host-app against a server that may deliver webhooks to this machine.

let environment: ChaosEnvironment;
let hostApp: ChildProcess | undefined;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await build(testDistDir);
  environment = await openChaosEnvironment({
    servers: 1,
    distDir: testDistDir,
    durable: false,
    variables: {
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      SECRETS_KEY: randomBytes(32).toString('hex'),
    },
  });
});

test.afterAll(async () => {
  hostApp?.kill();
  await environment?.close();
});

/** Starts the example as its README says, and resolves when it accepts requests. */
async function startHostApp(variables: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/host-app/app.ts'], {
    cwd: projectRoot,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The example exited with ${code}.`)),
  );
  exit.catch(() => {});
  await Promise.race([once(child.stdout, 'data'), exit]);
  return child;
}

test('the example unlocks a feature within two seconds of a switch in the browser', async ({ context }) => {
  const { appKey } = environment;
  const port = await findFreePort();
  const hostOrigin = `http://localhost:${port}`;
  // Sessions need a secure context: over http, only localhost is one.
  const origin = `http://localhost:${environment.proxiedServers[0]?.server.port}`;
  const created = await fetch(`${origin}/api/webhook-endpoints`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${appKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/webhooks` }),
  });
  const { data } = await created.json();
  hostApp = await startHostApp({
    APP_VERSIONS_URL: origin,
    APP_KEY: appKey,
    WEBHOOK_SECRET: data.secret,
    FEATURE: 'feature-8',
    PORT: String(port),
  });

  // Sign up. The example keeps the answer until a webhook arrives.
  const host = await context.newPage();
  await host.goto(hostOrigin);
  await host.getByLabel('Company').fill('Café <Anna> & Söhne');
  await host.getByRole('button', { name: 'Sign up' }).click();
  const status = host.getByRole('status');
  await expect(status).toHaveText('feature-8 is not part of your plan');
  await expect(host.getByText('Café <Anna> & Söhne')).toBeVisible();

  // Switch in the portal.
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
  const switchedAt = performance.now();
  await expect(async () => {
    await host.reload();
    await expect(status).toHaveText('✓ feature-8 is unlocked', { timeout: 100 });
  }).toPass({ intervals: [50], timeout: 10_000 });
  expect(performance.now() - switchedAt).toBeLessThan(2000);

  // Nobody else can send webhooks.
  const forged = await fetch(`${hostOrigin}/webhooks`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
    },
    body: JSON.stringify({ type: 'catalog.published' }),
  });
  expect(forged.status).toBe(400);
});
