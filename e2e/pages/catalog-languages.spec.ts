import { type Browser, expect, type Page } from '@playwright/test';
import type { Database } from '@/lib/db/connection/client';
import { buildKey } from '@/prisma/factories/build-credential';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { importList, putOn } from '@/tools/testing/import-lists';
import { type Fixtures, pageUrl, startHost, test } from '../fixtures';
import { checkPage } from './check-page';

const list = (messages = 1000): PriceListSpec => ({
  currency: 'EUR',
  features: ['search', 'sso'],
  limits: { messages: { unit: 'message/month', default: messages, features: ['search'] } },
  plans: {
    FREE: { price: 0, unit: '/month', features: ['search'] },
    TEAM: { price: 10, unit: '/month', features: ['search', 'sso'] },
  },
  addOns: { pack: { price: 3, unit: '/month', features: ['sso'], availableFor: ['FREE'] } },
});

const de = {
  app: { title: 'Laterne' },
  plans: { FREE: { title: 'Frei' }, TEAM: { title: 'Mannschaft' } },
  features: { search: { title: 'Suche' } },
  addOns: { pack: { title: 'Paket' } },
  units: { message: { one: 'Botschaft', other: 'Botschaften' } },
};
const fr = {
  ...de,
  app: { title: 'Lanterne' },
  plans: { FREE: { title: 'Gratuit' }, TEAM: { title: 'Équipe' } },
};

const extension = JSON.stringify({ app: { language: 'en' }, texts: { de, fr } });

/** A tenant whose list has texts in German and in part in French, with an account on Free. */
async function openApp(createTenant: Fixtures['createTenant'], db: Database, frameOrigins: string[] = []) {
  const tenant = await createTenant({ currency: 'EUR', frameOrigins });
  const { app, account } = tenant;
  const publish = (messages?: number) => importList(db, app.slug, list(messages), extension);
  await publish();
  await putOn(db, { app, id: account.id }, 'FREE', 'month');
  return { ...tenant, publish };
}

/** A page of a browser with these languages. */
async function openPage(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale });
  return context.newPage();
}

const plan = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true });

test('visitors read plans, comparison and add-ons in their language', async ({
  createTenant,
  db,
  browser,
}) => {
  const { app } = await openApp(createTenant, db);
  const page = await openPage(browser, 'de-DE');
  await page.goto(pageUrl(app.host!));
  await expect(page).toHaveTitle(/Laterne$/);
  await expect(plan(page, 'Mannschaft')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Suche 1.000 Botschaften pro Monat', {
    useInnerText: true,
  });
  // The newest document, and that from the cache.
  await page.reload();
  await expect(plan(page, 'Frei')).toBeVisible();
  await page.goto(pageUrl(app.host!, '/compare'));
  await expect(page.getByRole('columnheader', { name: /Mannschaft/ })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Suche' })).toBeVisible();
  await page.goto(pageUrl(app.host!, '/optional-features'));
  await expect(page.getByRole('heading', { name: 'Paket' })).toBeVisible();
  await page.context().close();

  const french = await openPage(browser, 'fr');
  await french.goto(pageUrl(app.host!));
  await expect(plan(french, 'Équipe')).toBeVisible();
  await expect(french.getByRole('heading', { name: 'Plans' })).toBeVisible();
  await expect(plan(french, 'Équipe').locator('bdi')).toHaveAttribute('lang', 'fr');
  await french.context().close();

  const other = await openPage(browser, 'es');
  await other.goto(pageUrl(app.host!));
  // The text has the language of the page.
  await expect(plan(other, 'Team').locator('bdi')).not.toHaveAttribute('lang');
  await other.context().close();
});

test('an account reads and switches in the language that it chose', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const tenant = await openApp(createTenant, db);
  await signIn(tenant);
  await expect(plan(page, 'Free')).toBeVisible();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(plan(page, 'Frei')).toBeVisible();
  await checkPage(page, { axe: true, assertContent: () => expect(plan(page, 'Mannschaft')).toBeVisible() });
  await page.getByRole('listitem', { name: 'Mannschaft' }).getByRole('button').first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Frei');
  await expect(dialog).toContainText('Mannschaft');
  await expect(dialog).not.toContainText('Team');
  await dialog.getByRole('button', { name: 'Zu Mannschaft wechseln' }).click();
  await expect(page.getByText(/Ihr Tarif.*Mannschaft/).first()).toBeVisible();
  await expect(page.getByText('Team', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Verlauf', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Mannschaft');
  await expect(page.getByRole('main')).not.toContainText('Team');
  const csv = await page.request.get('/api/account/versions?format=csv');
  expect(await csv.text()).toContain(',Mannschaft,');
});

test('notices are in the language of the session', async ({ page, createTenant, signIn, db }) => {
  const { publish, ...tenant } = await openApp(createTenant, db);
  await publish(500);
  await signIn({ ...tenant, locale: 'de' });
  const notice = page.getByRole('article').first();
  await expect(notice).toContainText('Frei');
  await expect(notice).toContainText('Suche');
  await expect(notice).toContainText('Botschaften');
});

test('staff read the list in its language, and preview it in that of the pages', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const tenant = await openApp(createTenant, db);
  await signIn({ app: tenant.app, role: 'product', locale: 'de' });
  await expect(plan(page, 'Team')).toBeVisible();
  await page.goto('/preview/frame');
  await expect(plan(page, 'Mannschaft')).toBeVisible();
  await page.goto('/preview/frame?language=en');
  await expect(plan(page, 'Team')).toBeVisible();
});

test('a frame has the language of its page, with a token too', async ({
  page,
  request,
  createTenant,
  db,
}) => {
  let body = '';
  const host = await startHost(() => `<!doctype html><html lang="de"><title>Host</title>${body}</html>`);
  const { app, account } = await openApp(createTenant, db, [host.origin]);
  body =
    `<app-versions-plans app="${app.slug}"></app-versions-plans>` +
    `<script src="${pageUrl(app.host, '/embed.js')}" async></script>`;
  await page.goto(host.origin);
  const frame = page.frameLocator('app-versions-plans iframe');
  const title = frame.getByRole('heading', { level: 2, name: 'Mannschaft' });
  await expect(title).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-connected');
  const response = await request.post('/api/portal/tokens', {
    headers: { Authorization: `Bearer ${await buildKey(db, { app })}` },
    data: { account_id: account.id, role: 'owner', name: 'Ada Example', origin: host.origin },
  });
  await page
    .locator('app-versions-plans')
    .evaluate((element, token) => Object.assign(element, { token }), (await response.json()).data.token);
  await expect(frame.locator('body')).toContainText('Ihr Tarif: Frei');
  await expect(title).toBeVisible();
});

test('a share link shows a draft in the language of the reader', async ({
  request,
  createTenant,
  db,
  browser,
}) => {
  const { app } = await openApp(createTenant, db);
  const headers = { Authorization: `Bearer ${await buildKey(db, { app, role: 'product' })}` };
  const texts = { de: { ...de, plans: { FREE: { title: 'Gratis' } } } };
  const data = {
    source: buildPriceListText(list()),
    extension: JSON.stringify({ app: { language: 'en' }, texts }),
  };
  const path = '/api/catalog/editions';
  const created = await (await request.post(path, { headers, data })).json();
  const shared = await request.post(`${path}/${created.data.id}/share`, { headers, data: {} });
  const { url } = (await shared.json()).data;
  const page = await openPage(browser, 'de');
  await page.goto(pageUrl(app.host, new URL(url).pathname));
  await expect(plan(page, 'Gratis').locator('bdi')).not.toHaveAttribute('lang');
  await expect(plan(page, 'Team').locator('bdi')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('main')).toContainText('1.000 Botschaften pro Monat');
  await page.context().close();
});
