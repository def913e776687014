import { expect, type Page } from '@playwright/test';
import { buildSession } from '@/prisma/factories/build-credential';
import { pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';

// The way back to the host application, on every page.

const homeUrl = 'https://larder.example/home?a=b';
const returnUrl = 'https://app.larder.example/settings/billing';
const larder = { title: 'Larder', homeUrl, returnOrigins: ['https://app.larder.example'] };

const findLink = (page: Page, name = 'Back to Larder') =>
  page.getByRole('banner').getByRole('link', { name, exact: true });

test('the link is the first one and leaves the page', async ({ page, createTenant, signIn }) => {
  const { app, account } = await createTenant(larder);
  await page.route('https://app.larder.example/**', (route) => route.fulfill({ body: 'Billing' }));
  await signIn({ app, account, returnUrl });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(findLink(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(returnUrl);
});

test('without a URL of the session, and after it has ended, pages lead back to that of the app', {
  tag: '@full',
}, async ({ page, createTenant }) => {
  const { app, account, key: createKey } = await createTenant(larder);
  const key = await createKey('app');
  const createLink = async () => {
    const response = await page.request.post('/api/portal/sessions', {
      headers: { Authorization: `Bearer ${key}` },
      data: { account_id: account.id, role: 'owner', name: 'Ada', path: '/history' },
    });
    const { pathname, search } = new URL((await response.json()).data.url);
    return pageUrl(app.host, pathname + search);
  };
  const link = await createLink();
  // Browsers keep secure cookies of http://localhost only.
  const { hostname } = new URL(process.env.BASE_URL ?? '');
  await page.goto(link.replace(app.host, hostname));
  await expect(page).toHaveURL('/history');
  await expect(findLink(page)).toHaveAttribute('href', homeUrl);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  // The visitors of the app have this host name.
  await page.goto(pageUrl(app.host));
  await expect(findLink(page)).toHaveAttribute('href', homeUrl);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await checkPage(page, {
    assertContent: () => expect(findLink(page)).toHaveAttribute('href', homeUrl),
  });
});

test('an app without a URL has no link', { tag: '@full' }, async ({ page, openTenant }) => {
  await openTenant(
    { title: 'Larder' },
    { path: '/?return_url=https://evil.example/&home_url=https://evil.example/' },
  );
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(findLink(page)).toBeHidden();
  expect(await page.locator('a[href*="evil"]').count()).toBe(0);
});

test('a session has the language of its link, or the chosen one', { tag: '@full' }, async ({
  page,
  createTenant,
  signIn,
}) => {
  const { app, account } = await createTenant({ ...larder, title: 'Larder & Söhne Großküchen GmbH' });
  const html = page.locator('html');
  for (const [locale, lang, name] of [
    ['de-AT', 'de-AT', 'Zurück zu Larder & Söhne Großküchen GmbH'],
    ['ar', 'ar', 'العودة إلى Larder & Söhne Großküchen GmbH'],
  ] as const) {
    await signIn({ app, account, returnUrl, locale });
    await expect(html).toHaveAttribute('lang', lang);
    await checkPage(page, {
      assertContent: () => expect(findLink(page, name)).toHaveAttribute('href', returnUrl),
    });
  }
  await expect(html).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(html).toHaveAttribute('dir', 'ltr');
  await page.goto('/compare');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await page.context().clearCookies({ name: 'language' });
});

test('no other user and no visitor gets the URL of a session', async ({ request, createTenant, db }) => {
  const { app, account } = await createTenant(larder);
  const getPage = async (path: string, cookie: string) => {
    const response = await request.get(path, { headers: { Host: app.host, Cookie: cookie } });
    return await response.text();
  };
  const cookieOf = async (url?: string) => {
    const spec = { app, account, role: 'owner', locale: 'de', ...(url && { returnUrl: url }) } as const;
    return `__Host-app-versions=${await buildSession(db, spec)}`;
  };
  const cookies = [
    await cookieOf('https://app.larder.example/first'),
    await cookieOf('https://app.larder.example/second'),
    await cookieOf(),
    '',
  ];
  const expected = [
    { urls: ['https://app.larder.example/first'], isGerman: true },
    { urls: ['https://app.larder.example/second'], isGerman: true },
    { urls: [homeUrl], isGerman: true },
    { urls: [homeUrl], isGerman: false },
  ];
  for (const path of ['/', '/compare', '/optional-features', '/enter/expired', '/docs']) {
    const bodies = await Promise.all([...cookies, ...cookies].map((cookie) => getPage(path, cookie)));
    const found = bodies.map((body) => ({
      urls: [...new Set(body.match(/https:\/\/[a-z.]*larder\.example\/[\w?=]*/g))],
      isGerman: body.includes('<html lang="de"'),
    }));
    expect(found).toEqual([...expected, ...expected]);
  }
});
