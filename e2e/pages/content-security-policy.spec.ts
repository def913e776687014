import { expect } from '@playwright/test';
import { collectCspViolations, pageUrl, startHost, test } from '../fixtures';

const frame = (url: string) => `<iframe src="${url}"></iframe>`;

const versions = [
  { title: 'Basic', fee: 0, features: [1], optional: [{ feature: 2, fee: 300, addOn: 'Pack' }] },
  { title: 'Team', fee: 1250, features: [1, 2], moreInfo: 'Priority mail|A person of your own' },
  { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3] },
];

test('injected inline scripts and styles are blocked and reported', async ({ context }) => {
  const page = await context.newPage();
  const violations = await collectCspViolations(page);
  const injected = `
    <script>window.injected = 'script'</script>
    <img src="data:," alt="" onerror="window.injected = 'handler'">
    <p id="injected" style="color: red">x</p>`;
  await page.route('/enter/later', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</body>', `${injected}</body>`);
    await route.fulfill({ response, body });
  });
  await page.goto('/enter/later');
  await expect(page.locator('#injected')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  await expect.poll(() => violations.join('\n')).toMatch(/script-src-elem blocks inline/);
  await expect.poll(() => violations.join('\n')).toMatch(/script-src-attr blocks inline/);
  expect(violations.join('\n')).toMatch(/style-src-attr blocks inline/);
  expect(await page.evaluate(() => 'injected' in window && window.injected instanceof Element)).toBe(true);
});

test('a page has security headers, and a nonce unless cached', async ({ request, createTenant }) => {
  const { app } = await createTenant();
  const getHeaders = async (path: string) =>
    (await request.get(path, { headers: { Host: app.host } })).headers();
  const cachedPaths = ['/docs', '/', '/history'];
  // The server has received the changes that created the tenant.
  for (const path of cachedPaths) {
    const getCacheControl = async () => (await getHeaders(path))['cache-control'];
    await expect.poll(getCacheControl).toBe('public, no-cache');
  }
  const nonces = new Set<string>();
  for (const path of ['/requests', '/requests', '/nowhere', ...cachedPaths]) {
    const headers = await getHeaders(path);
    const policy = headers['content-security-policy'] ?? '';
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none');
    expect(policy).not.toMatch(/unsafe-/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': cachedPaths.includes(path)
        ? 'public, no-cache'
        : expect.stringMatching(/^private, no-cache(, no-store|$)/),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
  expect([nonces.size, nonces.has('none')]).toEqual([4, true]);
  const html = await (await request.get('/')).text();
  const script = await request.get(/"(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1] ?? '');
  expect(script.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('immutable'),
  });
  // There is no trusted proxy.
  const forged = await request.get('/', { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(forged.headers()['strict-transport-security']).toBeUndefined();
  expect(forged.headers()['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('a page is framed only by origins that its app allows', async ({ context, createTenant, db }) => {
  const page = await context.newPage();
  const { app } = await createTenant({ versions: [{ title: 'Framed plan' }] });
  const host = await startHost(() => frame(pageUrl(app.host)));

  await page.goto(host.origin);
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  await db.app.update({ where: { id: app.id }, data: { frameOrigins: [host.origin] } });
  // Until the server has invalidated its cache.
  const getPolicy = async () =>
    (await context.request.get('/', { headers: { Host: app.host } })).headers()['content-security-policy'];
  await expect.poll(getPolicy).toContain(host.origin);
  await page.goto(host.origin);
  await expect(page.frameLocator('iframe').getByText('Framed plan').first()).toBeVisible();
});

test('the brand of an app is on its pages, also the cached ones', async ({ context, createTenant, db }) => {
  const page = await context.newPage();
  const violations = await collectCspViolations(page);
  const { app } = await createTenant({ title: 'Larder', versions });
  const brandLogo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>')}`;
  const brand = { brandLogo, brandAccent: '#0b6b3a', brandAccentDark: '#5fd396', brandFont: 'serif' };
  await db.app.update({ where: { id: app.id }, data: brand });
  for (const visit of ['first', 'cached']) {
    await page.goto(pageUrl(app.host));
    const logo = page.getByRole('img', { name: 'Larder' });
    await expect(logo, visit).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90);
    const style = await page.evaluate(() => {
      const { fontFamily, getPropertyValue } = getComputedStyle(document.documentElement);
      return [fontFamily, getPropertyValue.call(getComputedStyle(document.documentElement), '--yours')];
    });
    expect(style[0]).toContain('Charter');
    expect(style[1]).toContain('#0b6b3a');
  }
  expect(violations).toEqual([]);
  await page.close();
});

test('a same-site host signs a user in within an iframe', async ({ page, request, createTenant, db }) => {
  const { app, account, key: createKey } = await createTenant({ versions: [{ title: 'Framed plan' }] });
  const key = await createKey('app');
  const response = await request.post('/api/portal/sessions', {
    headers: { Authorization: `Bearer ${key}` },
    data: { account_id: account.id, role: 'owner', name: 'Robin Framed' },
  });
  const link = new URL((await response.json()).data.url);
  const host = await startHost(
    () => frame(pageUrl(app.host, link.pathname + link.search)),
    `host.${app.host}`,
  );
  await db.app.update({ where: { id: app.id }, data: { frameOrigins: [host.origin] } });

  await page.goto(host.origin);
  await expect(page.frameLocator('iframe').getByText('Robin Framed').first()).toBeVisible();
});
