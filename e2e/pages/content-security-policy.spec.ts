import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { buildKey } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { watchPolicy } from '../watch-policy';
import { at } from './at';

const versions = [
  { title: 'Basic', fee: 0, features: [1], optional: [{ feature: 2, fee: 300, offer: 'Pack' }] },
  { title: 'Team', fee: 1250, features: [1, 2], moreInfo: 'Priority mail|A person of your own' },
  { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3] },
];

/** Every page there is, with a word that stands on it. */
const paths: Record<string, RegExp> = {
  '/': /Team/,
  '/compare': /Team/,
  '/optional-features': /Pack|Feature 2/,
  '/history': /Basic/,
  '/preview': /Nothing here is saved/,
  '/preview/frame': /Team/,
  '/sign-in': /Who are you today/,
  '/docs': /API reference/,
  '/problems/version_not_found': /API reference/,
  '/enter/expired': /link/i,
  '/enter/later': /later|again/i,
  '/nowhere': /There’s nothing here/,
};

/** React marks what it has taken over. */
async function expectScriptsRan(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [document, ...document.querySelectorAll('main, header, body')].some((node) =>
      Object.keys(node).some((key) => key.startsWith('__react')),
    ),
  );
}

for (const role of ['owner', 'product'] as const) {
  test(`no page asks for what its policy stops, and scripts run: ${role}`, async ({
    page,
    tenant,
    enter,
  }) => {
    test.setTimeout(60_000);
    const { app, account } = await tenant({ versions, features: 3 }, (built) => ({
      path: built.versions.slice(0, 1),
    }));
    await enter({ app, account, role });
    for (const [path, words] of Object.entries(paths)) {
      await page.goto(path);
      // What only the product team sees is a page that says so to others.
      if (role === 'product' || !path.startsWith('/preview')) {
        await expect(page.getByText(words).first()).toBeVisible();
      }
      await expectScriptsRan(page);
    }
    await page.goto(`/?switch=${app.versions[1]?.id}`);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
}

test('a script or a style that somebody wrote into a page is stopped, and noticed', async ({ context }) => {
  const page = await context.newPage();
  const stopped = await watchPolicy(page);
  const planted = `
    <script>window.planted = 'script'</script>
    <img src="data:," alt="" onerror="window.planted = 'handler'">
    <p id="planted" style="color: red">x</p>`;
  await page.route('/enter/later', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</body>', `${planted}</body>`);
    await route.fulfill({ response, body });
  });
  await page.goto('/enter/later');
  await expect(page.locator('#planted')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  await expect.poll(() => stopped.join('\n')).toMatch(/script-src-elem stops inline/);
  await expect.poll(() => stopped.join('\n')).toMatch(/script-src-attr stops inline/);
  expect(stopped.join('\n')).toMatch(/style-src-attr stops inline/);
  expect(await page.evaluate(() => 'planted' in window && window.planted instanceof Element)).toBe(true);
});

test('each page has a nonce of its own, and what a browser needs to be strict', async ({
  request,
  tenant,
}) => {
  const { app } = await tenant();
  const nonces = new Set<string>();
  for (const path of ['/', '/', '/docs', '/nowhere']) {
    const headers = (await request.get(path, { headers: { Host: app.host } })).headers();
    const policy = headers['content-security-policy'] ?? '';
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none');
    expect(policy).not.toMatch(/unsafe-/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': expect.stringContaining('private, no-cache, no-store'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
  expect(nonces.size).toBe(4);
  const html = await (await request.get('/')).text();
  const script = await request.get(/"(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1] ?? '');
  expect(script.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('immutable'),
  });
  const secure = await request.get('/', { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(secure.headers()['strict-transport-security']).toBe('max-age=31536000');
  expect(secure.headers()['content-security-policy']).toContain('upgrade-insecure-requests');
});

/** A page of somebody else's that frames `address`, under a host name of its own. Returns its origin. */
async function openHost(name: string, address: () => string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<iframe src="${address()}"></iframe>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${name}:${port}`, close: () => server.close() };
}

test('a page may be framed by the origins that its app allows, and by no other', async ({
  context,
  tenant,
  db,
}) => {
  const page = await context.newPage();
  const { app } = await tenant({ versions: [{ title: 'Framed plan' }] });
  const host = await openHost('127.0.0.1', () => at(app.host));

  await page.goto(host.origin);
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  await db.app.update({ where: { id: app.id }, data: { frameOrigins: [host.origin] } });
  // The server hears of it in a moment.
  await expect(async () => {
    await page.goto(host.origin);
    await expect(page.frameLocator('iframe').getByText('Framed plan').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  host.close();
});

test('a host of the same site lets people in by a one-time link within its frame', async ({
  page,
  request,
  tenant,
  db,
}) => {
  const { app, account } = await tenant({ versions: [{ title: 'Framed plan' }] });
  const key = await buildKey(db, { app });
  const answer = await request.post('/api/portal/sessions', {
    headers: { Authorization: `Bearer ${key}` },
    data: { account_id: account.id, role: 'owner', name: 'Robin Framed' },
  });
  const link = new URL((await answer.json()).data.url);
  const host = await openHost(`host.${app.host}`, () => at(app.host, link.pathname + link.search));
  await db.app.update({ where: { id: app.id }, data: { frameOrigins: [host.origin] } });

  await page.goto(host.origin);
  await expect(page.frameLocator('iframe').getByText('Robin Framed').first()).toBeVisible();
  host.close();
});
