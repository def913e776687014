import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Database } from '@/lib/db/connection/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { type Fixtures, type Host, pageUrl, startHost, type Tenant, test } from '../fixtures';
import { findAccessibilityViolations, observeLayoutShifts } from './check-page';

// Pages of other origins with the element <app-versions-plans>, in Chromium.

const versions = [
  { title: 'Basic', fee: 500, userFee: 300, features: [1, 2] },
  {
    title: 'Team',
    fee: 2000,
    userFee: 800,
    features: [1, 2, 3, 4],
    optional: [{ feature: 5, fee: 700, addOn: 'Vault' }],
  },
  { title: 'Pro', fee: 9000, userFee: 900, features: [1, 2, 3, 4, 5, 6] },
];

/** Reserves the space of the element, so that what is below does not move. */
const style = 'app-versions-plans { display: block; min-height: 100vh }';

const script = (app: { host: string }) => `<script src="${pageUrl(app.host, '/embed.js')}" async></script>`;

const getFrame = (page: Page) => page.frameLocator('app-versions-plans iframe');

/** Creates a token for a page of `origin`. */
async function createToken(
  request: APIRequestContext,
  db: Database,
  { app, account }: Tenant,
  body: object,
): Promise<string> {
  const response = await request.post('/api/portal/tokens', {
    headers: { Authorization: `Bearer ${await buildKey(db, { app })}` },
    data: { account_id: account.id, role: 'owner', name: 'Ada Example', ...body },
  });
  expect(response.status()).toBe(200);
  return (await response.json()).data.token;
}

/** Sets the token, and records the events of the element in `window.events`. */
async function setToken(page: Page, token: string | null): Promise<void> {
  await page.evaluate((value) => {
    const state = window as unknown as { events?: [string, unknown][] };
    const element = document.querySelector('app-versions-plans') as HTMLElement & { token: string | null };
    if (!state.events) {
      const events: [string, unknown][] = [];
      state.events = events;
      for (const type of ['ready', 'changed', 'requested', 'tokenneeded']) {
        element.addEventListener(type, (event) => events.push([type, (event as CustomEvent).detail]));
      }
    }
    element.token = value;
  }, token);
}

const getEvents = (page: Page) =>
  page.evaluate(() => (window as unknown as { events: [string, unknown][] }).events);

/** Lets the page and its frames handle the messages that were posted, and those that are posted in return. */
async function passMessages(page: Page): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    for (const frame of page.frames()) {
      await frame.evaluate(
        () =>
          new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(null);
            port2.postMessage(null);
          }),
      );
    }
  }
}

const element = (slug: string, attributes = '') =>
  `<app-versions-plans app="${slug}" ${attributes}><a href="/plans">Compare plans</a></app-versions-plans>`;

const hostPages = {
  'a strict Content-Security-Policy, COEP and CORP': {
    width: 1280,
    html: (slug: string) =>
      `<html lang="en"><title>Host</title><main><h1>Pricing</h1>${element(slug)}<p>Below</p></main>`,
    text: 'Choose Team',
    scheme: 'light',
  },
  'a dark theme and large type': {
    width: 1280,
    html: (slug: string) =>
      `<html lang="de" style="color-scheme: dark; background: #10141c; font-size: 22px"><title>Host</title><main><h1>Preise</h1>` +
      `${element(slug, 'accent="#7cc4ff" paper="#10141c" ink="#f2f5fa" radius="12" font-size="20" users="4"')}<p>Unten</p></main>`,
    text: 'Team auswählen',
    scheme: 'dark',
  },
  'a narrow column from right to left': {
    width: 390,
    html: (slug: string) =>
      `<html lang="ar" dir="rtl"><title>Host</title><main><h1>الأسعار</h1><div style="width: 18rem">${element(slug)}</div><p>أسفل</p></main>`,
    text: 'اختيار Team',
    scheme: 'light',
  },
};

for (const [index, [name, { width, html, text, scheme }]] of Object.entries(hostPages).entries()) {
  const tag = index > 0 ? '@full' : [];
  test(`a page with ${name} shows the plans without a layout shift`, { tag }, async ({
    page,
    createTenant,
  }) => {
    const isStrict = name.includes('strict');
    let body = '';
    const headers: Record<string, string> = {};
    const host = await startHost(() => `<!doctype html>${body}`, '127.0.0.1', headers);
    const { app } = await createTenant({
      title: 'Larder',
      versions,
      features: 6,
      frameOrigins: [host.origin],
      signUpUrl: `${host.origin}/sign-up`,
    });
    const service = new URL(pageUrl(app.host)).origin;
    if (isStrict) {
      const hash = createHash('sha256').update(style).digest('base64');
      headers['Content-Security-Policy'] =
        `default-src 'none'; script-src ${service}; frame-src ${service}; style-src 'sha256-${hash}'`;
      headers['Cross-Origin-Embedder-Policy'] = 'require-corp';
      headers['Cross-Origin-Opener-Policy'] = 'same-origin';
    }
    body = `<style>${style}</style>${html(app.slug)}${script(app)}`;
    await page.setViewportSize({ width, height: 900 });
    const getShifts = await observeLayoutShifts(page);
    await page.goto(host.origin);
    const frame = getFrame(page);
    await expect(frame.getByRole('link', { name: text })).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('data-connected');
    await expect(frame.locator('html')).toHaveCSS('color-scheme', scheme);
    const heights = () =>
      page.evaluate(() => {
        const iframe = document.querySelector('app-versions-plans')?.shadowRoot?.querySelector('iframe');
        return iframe?.getBoundingClientRect().height ?? 0;
      });
    const getContentHeight = () =>
      frame.locator('body').evaluate((node) => Math.ceil(node.getBoundingClientRect().height));
    await expect.poll(async () => (await heights()) - (await getContentHeight())).toBe(0);
    const isOverflowing = () =>
      frame.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await isOverflowing()).toBe(false);
    const [hostShift, frameShift] = await getShifts();
    expect(hostShift).toBe(0);
    // A font that replaces another moves some text by parts of a pixel.
    expect(frameShift).toBeLessThan(0.001);
    expect(await page.context().cookies()).toEqual([]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    // What only this page has.
    if (isStrict) expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // The comparison replaces the plans in the frame. A link to the host application leaves it.
    await frame.locator('a[href*="/compare"]').click();
    await expect(frame.getByRole('table')).toBeVisible();
    await frame.locator('a[href="/"]').click();
    await frame.getByRole('link', { name: text }).click();
    await expect(page).toHaveURL(new RegExp(`^${host.origin}/sign-up\\?plan=ver_`));
  });
}

/** A page with the element, and a tenant whose plans it can show. */
async function openHost(
  page: Page,
  createTenant: Fixtures['createTenant'],
  spec: object = {},
): Promise<{ host: Host; tenant: Tenant }> {
  let body = '';
  const host = await startHost(() => `<!doctype html><html lang="en"><title>Host</title>${body}`);
  const tenant = await createTenant(
    { title: 'Larder', versions, features: 6, frameOrigins: [host.origin], ...spec },
    (app) => ({ history: app.versions.slice(0, 1) }),
  );
  body = `<h1>Pricing</h1>${element(tenant.app.slug)}${script(tenant.app)}`;
  await page.goto(host.origin);
  await expect(getFrame(page).locator('html')).toHaveAttribute('data-connected');
  return { host, tenant };
}

test('with a token, an owner switches the plan in the frame', async ({ page, request, createTenant, db }) => {
  const { host, tenant } = await openHost(page, createTenant);
  const { origin } = host;
  const frame = getFrame(page);
  await setToken(page, await createToken(request, db, tenant, { origin }));
  await expect(frame.getByText(/Your plan: *Basic/)).toBeVisible();
  const button = frame.getByRole('button', { name: 'Upgrade to Pro' });
  await button.scrollIntoViewIfNeeded();
  await button.click();
  const dialog = frame.getByRole('alertdialog', { name: 'Switch to Pro?' });
  await expect(dialog).toBeInViewport({ ratio: 0.99 });
  await dialog.getByRole('textbox').fill('We grow');
  // Another token of the same user keeps the dialog with what was typed.
  const renewed = await createToken(request, db, tenant, { origin });
  const verification = page.waitForResponse(/\/api\/portal\/tokens$/);
  await setToken(page, renewed);
  await verification;
  await expect(dialog.getByRole('textbox')).toHaveValue('We grow');
  await expect(frame.locator('html')).not.toHaveAttribute('data-verifying');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(frame.getByText(/You’re on Pro/)).toBeVisible();
  expect(await getEvents(page)).toEqual([['changed', { version_id: tenant.app.versions[2]?.id }]]);
  // Add-ons, and the history with the name that the token has.
  await frame.getByRole('link', { name: 'View history' }).click();
  await expect(frame.getByText('Ada Example').first()).toBeVisible();
});

test('the frame has the column of a white page, and keeps the names of plans in view', async ({
  page,
  createTenant,
}) => {
  const all = Array.from({ length: 40 }, (_, index) => index + 1);
  const many = [
    { title: 'Basic', fee: 500, features: [1] },
    { title: 'Team', fee: 900, features: all },
  ];
  await page.setViewportSize({ width: 390, height: 700 });
  await openHost(page, createTenant, { versions: many, features: 40 });
  const frame = getFrame(page);
  await expect(frame.locator('html')).toHaveCSS(
    'background-color',
    /^(rgb\(255, 255, 255\)|lab\(100 0 0\))$/,
  );
  const column = await page.getByRole('heading', { name: 'Pricing' }).boundingBox();
  const card = await frame.getByRole('listitem', { name: 'Basic' }).boundingBox();
  expect([card?.x, card?.width]).toEqual([column?.x, column?.width]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await frame.getByRole('link', { name: 'Compare all features' }).click();
  const name = frame.getByRole('columnheader', { name: /Team/ });
  await frame.getByText('Feature 30', { exact: true }).scrollIntoViewIfNeeded();
  await expect.poll(async () => Math.round((await name.boundingBox())?.y ?? -1)).toBe(0);
  // Below the table, the names leave with it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(async () => (await name.boundingBox())?.y ?? 0).toBeGreaterThan(100);
});

test('another token shows nothing of the earlier account', async ({ page, request, createTenant, db }) => {
  const { host, tenant } = await openHost(page, createTenant);
  const { origin } = host;
  const other = await buildAccount(db, tenant.app, { history: tenant.app.versions.slice(1, 2) });
  const frame = getFrame(page);
  await setToken(page, await createToken(request, db, tenant, { origin }));
  await expect(frame.getByText(/Your plan: *Basic/)).toBeVisible();
  await frame.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(frame.getByRole('alertdialog')).toBeVisible();
  const token = await createToken(request, db, { ...tenant, account: other }, { origin, name: 'Bo Example' });
  let verify = () => {};
  const isVerified = new Promise<void>((resolve) => {
    verify = resolve;
  });
  await page.route('**/api/portal/tokens', async (route) => {
    await isVerified;
    await route.continue();
  });
  await setToken(page, token);
  await expect(frame.locator('body')).toHaveCSS('opacity', '0');
  verify();
  await expect(frame.getByText(/Your plan: *Team/)).toBeVisible();
  await expect(frame.getByRole('alertdialog')).toHaveCount(0);
  await expect(frame.getByText(/Your plan: *Basic/)).toHaveCount(0);
  await setToken(page, null);
  await expect(frame.getByText(/Your plan/)).toHaveCount(0);
  await expect(frame.getByText('What each plan costs')).toBeAttached();
});

test('a member asks, an owner pays', { tag: '@full' }, async ({ page, request, createTenant, db }) => {
  const { host, tenant } = await openHost(page, createTenant, {
    checkoutUrl: 'https://pay.example/checkout',
  });
  const { origin } = host;
  const frame = getFrame(page);
  await setToken(page, await createToken(request, db, tenant, { origin, role: 'member' }));
  await frame.getByRole('button', { name: 'See what changes with Pro' }).click();
  await frame.getByRole('button', { name: 'Ask for Pro' }).click();
  await expect(frame.getByText('You asked for Pro. An owner decides.')).toBeVisible();
  const versionId = tenant.app.versions[2]?.id;
  const changeId = expect.stringMatching(/^chg_/);
  expect(await getEvents(page)).toEqual([['requested', { version_id: versionId, change_id: changeId }]]);

  // The page can prevent that it is left.
  await page.evaluate(() => addEventListener('requested', (event) => event.preventDefault()));
  await setToken(page, await createToken(request, db, tenant, { origin }));
  await expect(frame.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible();
  await frame.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await frame.getByRole('button', { name: 'Continue to payment' }).click();
  const checkout = expect.stringMatching(/^https:\/\/pay\.example\/checkout\?change=chg_/);
  await expect
    .poll(async () => (await getEvents(page)).at(-1))
    .toEqual(['requested', { change_id: changeId, checkout_url: checkout }]);
  await expect(frame.getByRole('alertdialog')).toHaveCount(0);
  await expect(frame.getByText('The switch to Pro waits for Larder.')).toBeVisible();
});

test('hostile pages and frames get and change nothing', async ({ context, request, createTenant, db }) => {
  // Blocked frames are reported as violations.
  const page = await context.newPage();
  let body = '';
  const getPage = (path: string) => (path === '/hostile' ? hostileFrame : `<!doctype html>${body}`);
  const [host, otherHost] = [await startHost(getPage), await startHost(getPage)];
  const stranger = await startHost(getPage);
  const tenant = await createTenant({
    title: 'Larder',
    versions,
    features: 6,
    frameOrigins: [host.origin, otherHost.origin],
  });
  const { app } = tenant;
  const service = new URL(pageUrl(app.host)).origin;
  const token = await createToken(request, db, tenant, { origin: host.origin });
  const frame = getFrame(page);
  const open = async ({ origin }: Host, content: string) => {
    body = content;
    await page.goto(origin);
  };
  const plans = `${element(app.slug)}${script(app)}`;
  const showsVisitor = async () => {
    await expect(frame.getByRole('heading', { name: 'Team' })).toBeVisible();
    await expect(frame.getByText('Your plan')).toHaveCount(0);
  };

  await test.step('1: a page of an origin that the app does not list frames the plans', async () => {
    await open(stranger, plans);
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    await expect(page.getByRole('link', { name: 'Compare plans' })).toBeVisible();
  });

  await test.step('2: a page uses the token of another page', async () => {
    await open(otherHost, plans);
    const rejection = page.waitForResponse(/\/api\/portal\/tokens$/);
    await setToken(page, token);
    expect((await rejection).status()).toBe(401);
    await showsVisitor();
    await expect.poll(async () => (await getEvents(page)).at(-1)?.[0]).toBe('tokenneeded');
  });

  await test.step('3: a page sends the token to the API itself', async () => {
    for (const headers of [{}, { 'X-Embedding-Origin': host.origin }]) {
      const outcome = await page.evaluate(
        ([url = '', secret = '', others]) =>
          fetch(url, { headers: { ...JSON.parse(others ?? ''), Authorization: `Bearer ${secret}` } }).then(
            () => 'read',
            () => 'blocked',
          ),
        [`${service}/api/app/versions`, token, JSON.stringify(headers)],
      );
      expect(outcome).toBe('blocked');
    }
  });

  await test.step('4: the URL has the token', async () => {
    await open(host, `<iframe src="${service}/embed?token=${token}&access_token=${token}"></iframe>`);
    await expect(page.frameLocator('iframe').getByText('Team').first()).toBeVisible();
    await expect(page.frameLocator('iframe').getByText('Your plan')).toHaveCount(0);
  });

  await test.step('5: a frame connects to the plans in place of the page', async () => {
    await open(
      host,
      `<iframe src="${service}/embed"></iframe><iframe src="${stranger.origin}/hostile"></iframe>`,
    );
    const hostile = page.frameLocator('iframe >> nth=1');
    await expect(page.frameLocator('iframe >> nth=0').getByText('Team').first()).toBeVisible();
    await hostile.locator('body').evaluate(() => (window as unknown as HostileWindow).connect());
    await passMessages(page);
    expect(
      await hostile.locator('body').evaluate(() => (window as unknown as HostileWindow).received),
    ).toEqual([]);
    await expect(page.frameLocator('iframe >> nth=0').locator('html')).not.toHaveAttribute('data-connected');
  });

  await test.step('6, 7: a frame sends a height, and a page to go to, to the page with the element', async () => {
    await open(host, `${plans}<iframe src="${stranger.origin}/hostile"></iframe>`);
    await expect(frame.locator('html')).toHaveAttribute('data-connected');
    const getHeight = () => page.locator('app-versions-plans').evaluate((node) => node.clientHeight);
    const hostile = page.frameLocator('body > iframe').locator('body');
    await expect.poll(getHeight).toBeGreaterThan(200);
    const height = await getHeight();
    await hostile.evaluate(() => (window as unknown as HostileWindow).flood());
    await passMessages(page);
    expect(await getHeight()).toBe(height);
    expect(new URL(page.url()).origin).toBe(host.origin);
  });

  await test.step('8: the frame shows a page of another origin when the token is set', async () => {
    const url = `${stranger.origin}/hostile`;
    await page.evaluate((target) => {
      const iframe = document.querySelector('app-versions-plans')?.shadowRoot?.querySelector('iframe');
      if (iframe) iframe.src = target;
    }, url);
    await expect.poll(() => page.frames().filter((each) => each.url() === url).length).toBe(2);
    await setToken(page, token);
    await passMessages(page);
    for (const each of page.frames().filter((found) => found.url() === url)) {
      expect(await each.evaluate(() => (window as unknown as HostileWindow).received)).toEqual([]);
    }
  });

  await test.step('9: attributes have style sheets and scripts', async () => {
    const css = '00ff00;}body{display:none';
    const markup = '&quot;>&lt;script>document.title=1&lt;/script>';
    await open(
      host,
      `${element(app.slug, `paper="${css}" ink="${css}" radius="1}*{display:none" lang="${markup}" view="${markup}"`)}${script(app)}`,
    );
    await showsVisitor();
    await expect(frame.locator('style')).toHaveCount(0);
  });

  await test.step('10: the cookie of a session, or of another user of the browser, counts in the frame', async () => {
    const secret = await buildSession(db, { ...tenant, role: 'owner' });
    const response = await request.get('/embed', {
      headers: { Host: app.host, Cookie: `__Host-app-versions=${secret}; theme=dark` },
    });
    const html = await response.text();
    expect(html).not.toContain('Robin Test');
    expect(html).not.toContain(tenant.account.title);
    expect(html).not.toContain('data-theme="');
    expect(response.headers()).toMatchObject({ 'cache-control': 'public, no-cache' });
    expect(response.headers()['set-cookie']).toBeUndefined();
  });
});

interface HostileWindow {
  received: unknown[];
  connect: () => void;
  flood: () => void;
}

/** Records what it receives, and sends messages to the page and the frames in it. */
const hostileFrame = `<script>
  window.received = [];
  const record = ({ data, ports }) => {
    received.push(data);
    for (const port of ports) port.onmessage = record;
  };
  addEventListener('message', record);
  function connect() {
    for (let index = 0; index < parent.length; index += 1) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = record;
      if (parent[index] !== window) parent[index].postMessage('app-versions-connect', '*', [port2]);
    }
  }
  function flood() {
    for (const data of [{ height: 9999 }, { event: 'ready' }, { checkout: 'https://evil.example/', change: 'chg_1' }]) {
      parent.postMessage(data, '*');
      parent.postMessage(JSON.stringify(data), '*', [new MessageChannel().port2]);
    }
  }
</script>`;

test('a token is accepted from its origin until it ends', async ({ request, createTenant, db }) => {
  const origin = 'https://app.example';
  const tenant = await createTenant({ frameOrigins: [origin, 'https://*.app.example'] });
  const { app, account } = tenant;
  const key = await buildKey(db, { app });
  const body = { account_id: account.id, role: 'owner', name: 'Ada', user_id: 'user-1', origin };
  const create = async (fields: object) => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await request.post('/api/portal/tokens', { headers, data: { ...body, ...fields } });
    const { data, message } = await response.json();
    return { status: response.status(), message, ...data };
  };
  const send = async (token: string, headers: Record<string, string> = {}, path = '/api/portal/tokens') => {
    const all = {
      Host: app.host,
      Authorization: `Bearer ${token}`,
      'X-Embedding-Origin': origin,
      ...headers,
    };
    const response = await request.get(path, { headers: all });
    return { status: response.status(), ...(await response.json()).data };
  };
  const created = await create({});
  expect(created).toMatchObject({ status: 200, token: expect.stringMatching(/^avt_\w{49}$/) });
  expect(created.expires - Date.now() / 1000).toBeGreaterThan(14 * 60);
  const { token } = created;
  expect(await send(token)).toEqual({
    status: 200,
    account_id: account.id,
    role: 'owner',
    name: 'Ada',
    user_id: 'user-1',
    expires: created.expires,
  });
  const own = { 'Sec-Fetch-Site': 'same-origin', Origin: `http://${app.host}` };
  expect((await send(token, own, '/api/account/versions')).status).toBe(200);
  for (const headers of [
    { 'X-Embedding-Origin': 'https://evil.example' },
    { 'X-Embedding-Origin': 'https://other.app.example' },
    { 'X-Embedding-Origin': '' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: origin },
  ] as Record<string, string>[]) {
    expect((await send(token, headers)).status, JSON.stringify(headers)).toBe(401);
    expect((await send(token, headers, '/api/app/versions')).status, JSON.stringify(headers)).toBe(401);
  }
  // Neither a cookie nor a URL.
  const cookie = { Host: app.host, Cookie: `__Host-app-versions=${token}`, 'X-Embedding-Origin': origin };
  expect((await request.get('/api/account/versions', { headers: cookie })).status()).toBe(401);
  const url = `/api/account/versions?access_token=${token}`;
  expect((await request.get(url, { headers: { Host: app.host } })).status()).toBe(401);
  // A key and a session are no tokens.
  expect((await send(await buildSession(db, { ...tenant, role: 'owner' }))).status).toBe(401);

  const other = await create({ user_id: 'user-2', role: 'member', origin: 'https://eu.app.example' });
  const elsewhere = { 'X-Embedding-Origin': 'https://eu.app.example' };
  expect(await send(other.token, elsewhere)).toMatchObject({ status: 200, role: 'member' });
  const headers = { Authorization: `Bearer ${key}` };
  await request.delete('/api/portal/sessions?user_id=user-1', { headers });
  expect((await send(token)).status).toBe(401);
  expect((await send(other.token, elsewhere)).status).toBe(200);
  await request.delete(`/api/portal/sessions/${other.session_id}`, { headers });
  expect((await send(other.token, elsewhere)).status).toBe(401);

  expect(await create({ origin: 'https://evil.example' })).toMatchObject({
    status: 400,
    message: 'origin: not one of the frame_origins of the app.',
  });
  expect(await create({ origin: `${origin}/` })).toMatchObject({ status: 400 });
  expect(await create({ role: 'product' })).toMatchObject({ status: 400 });
  expect(await create({ account_id: 'acc_unknown' })).toMatchObject({ status: 404 });
});

test('the script has less than 3 kB, and pages of all origins load it', async ({ request }) => {
  const response = await request.get('/embed.js');
  expect(gzipSync(await response.body()).length).toBeLessThan(3000);
  expect(response.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const headers = { 'If-None-Match': response.headers().etag ?? '' };
  expect((await request.get('/embed.js', { headers })).status()).toBe(304);
});
