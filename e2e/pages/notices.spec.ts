import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { importList, putOn } from '@/tools/testing/import-lists';
import { sendRequest } from '../api/api-client';
import { type Fixtures, test } from '../fixtures';
import { checkPage } from './check-page';

interface Team {
  price?: number;
  storage?: number;
  features?: string[];
}

const list = ({ price = 12, storage = 100, features = ['files', 'sso'] }: Team): PriceListSpec => ({
  currency: 'EUR',
  features: ['files', 'sso', 'audit'],
  limits: { storage: { features: ['files'], unit: 'GB' } },
  plans: {
    FREE: { price: 0, unit: '/month' },
    TEAM: { price, unit: '/month', features, limits: { storage } },
    PRO: { price: 30, unit: '/month', features: ['files', 'sso', 'audit'], limits: { storage: 500 } },
  },
});

/** A tenant whose provider has the list, with an account on Team. */
async function openTeam(createTenant: Fixtures['createTenant'], db: Database) {
  const tenant = await createTenant({ currency: 'EUR' });
  const { app, account } = tenant;
  const publish = (team: Team) =>
    importList(db, app.slug, list(team), null, { existing: new Map([['TEAM', 'follow']]) });
  await importList(db, app.slug, list({}));
  await putOn(db, { app, id: account.id }, 'TEAM', 'month');
  return { ...tenant, publish };
}

/** Sets the end of the account's paid period, in Unix milliseconds. */
const setPeriodEnd = (
  db: Database,
  { app, account }: { app: { id: string }; account: { id: string } },
  at: number,
) =>
  withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.account.updateMany({ where: { id: account.id }, data: { periodEndsAt: new Date(at) } }),
  );
/** Schedules a list for a day, and cancels that. */
async function createSchedule(request: APIRequestContext, key: string, team: Team) {
  const body = { source: buildPriceListText(list(team)), note: '' };
  const options = { key, method: 'POST', body };
  const created = await sendRequest<{ data: { id: string } }>(request, '/api/catalog/editions', options);
  const path = `/api/catalog/editions/${created.body.data.id}/publish`;
  const at = Math.floor(Date.now() / 1000) + 30 * 86_400;
  const send = async (method: string, fields?: object) =>
    expect(await sendRequest(request, path, { key, method, ...(fields && { body: fields }) })).toMatchObject({
      status: 200,
    });
  return {
    at,
    publish: (fields = {}) => send('POST', { at, existing: { TEAM: 'follow' }, ...fields }),
    cancel: () => send('DELETE'),
  };
}

const findNotice = (page: Page, name: RegExp) => page.getByRole('article', { name });
const worse = { price: 15, storage: 80, features: ['files', 'audit'] };

test('a followed change is announced with losses first until it is dismissed', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const { publish, ...tenant } = await openTeam(createTenant, db);
  await publish(worse);
  await signIn({ ...tenant, role: 'member' });
  const notice = findNotice(page, /^Lantern changed Team on .*\d{4}$/);
  await expect(notice).toContainText('It costs €15 / month. Before, it was €12 / month.');
  await expect(notice.getByRole('button')).toHaveCount(0);
  await signIn(tenant);
  await checkPage(page, {
    axe: true,
    assertContent: () =>
      expect(notice.getByRole('listitem')).toHaveText([
        'No longer included: SSO',
        'Lower limits: Files 100 → 80 GB',
        'Now included: Audit',
      ]),
  });
  await notice.getByRole('link', { name: 'View history' }).click();
  await expect(page).toHaveURL(/\/history#change-\d+$/);
  await expect(page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)).toContainText(
    'Lantern changed Team',
  );
  await page.goBack();
  await notice.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Changes by the provider' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await publish({ price: 16, storage: 80, features: ['files', 'audit'] });
  await page.reload();
  await expect(notice).toContainText('It costs €16 / month. Before, it was €15 / month.');
});

test('a rollback says what holds now, and an own switch ends the notice', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const { publish, ...tenant } = await openTeam(createTenant, db);
  await publish(worse);
  await publish({});
  await signIn(tenant);
  const undone = findNotice(page, /^Lantern changed Team and undid this on/);
  await checkPage(page, {
    assertContent: () =>
      expect(undone).toContainText('You have what you had before. The price is €12 / month.'),
  });
  await publish(worse);
  await page.reload();
  const notice = findNotice(page, /^Lantern changed Team on/);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Pro' });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a scheduled change is announced until it is canceled or dismissed', async ({
  page,
  request,
  createTenant,
  signIn,
  db,
}) => {
  const { publish: _, ...tenant } = await openTeam(createTenant, db);
  const schedule = await createSchedule(request, await tenant.key('app'), worse);
  await schedule.publish();
  await signIn(tenant);
  const notice = findNotice(page, /^Lantern changes Team on .*\d{4}$/);
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(notice).toContainText(/From .*\d{4}: €15 \/ month instead of €12 \/ month\./);
      await expect(notice.getByRole('listitem')).toHaveText([
        'No longer included: SSO',
        'Lower limits: Files 100 → 80 GB',
        'Included from then on: Audit',
      ]);
    },
  });
  await expect(notice.getByRole('link')).toHaveCount(0);
  await schedule.cancel();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await schedule.publish({ ends_at: schedule.at + 30 * 86_400, ends_existing: 'follow' });
  await page.reload();
  await expect(notice).toContainText(/On .*\d{4}, you get back what you have today\./);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
});

for (const [locale, title, price] of [
  ['de-DE', /Lantern hat Team am .* geändert/, 'Der Preis ist 15 € / Monat. Vorher: 12 € / Monat.'],
  ['ar', /غيّر Lantern/, 'السعر'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('a notice is translated', { tag: '@full' }, async ({ page, createTenant, signIn, db }) => {
      const { publish, ...tenant } = await openTeam(createTenant, db);
      await publish(worse);
      await signIn(tenant);
      const notice = findNotice(page, title);
      await checkPage(page, { assertContent: () => expect(notice).toContainText(price) });
    });
  });
}

test('a change that takes effect at the renewal is announced with its day and price', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const { publish: _, ...tenant } = await openTeam(createTenant, db);
  await setPeriodEnd(db, tenant, Date.UTC(2030, 2, 1, 12));
  const existing = new Map([['TEAM', 'follow_renewal']] as const);
  await importList(db, tenant.app.slug, list(worse), null, { existing });
  await signIn(tenant);
  const notice = findNotice(page, /on (?!1 March 2030).*\. It takes effect for you on 1 March 2030\.$/);
  await expect(notice).toContainText('From 1 March 2030: €15 / month instead of €12 / month.');
  await expect(notice.getByRole('button', { name: 'See what changes with Team' })).toBeVisible();
  await expect(page.getByText('No longer available to new customers.')).toBeVisible();
  await expect(page.getByText('You can keep it as long as you like.')).toHaveCount(0);
  await checkPage(page, {
    axe: true,
    assertContent: () =>
      expect(notice.getByRole('listitem')).toHaveText([
        'No longer included: SSO',
        'Lower limits: Files 100 → 80 GB',
        'Now included: Audit',
      ]),
  });
  await expect(page.getByText('From 1 March 2030: €15 / month', { exact: true })).toBeVisible();
  // Also before the browser has read the history.
  expect(await (await page.request.get('/')).text()).not.toContain('You can keep it as long as you like.');
  await page.goto('/history');
  const later = page.getByRole('term').filter({ hasText: 'From 1 March 2030' }).locator('+ dd');
  await expect(later).toHaveText('€15 / month');
  await signIn({ app: tenant.app, role: 'support' }, `/accounts/${tenant.account.id}`);
  await expect(page.getByText('From 1 March 2030: €15 / month in total')).toBeVisible();
  const day = page.getByRole('term').filter({ hasText: 'Follows the changed plan' }).locator('+ dd');
  await expect(day).toHaveText('1 March 2030');
});
