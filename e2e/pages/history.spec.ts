import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import type { BuiltApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { openWithoutJavaScript, pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';
import {
  catalog,
  checkErrorPage,
  checkUnreachable,
  failReads,
  goOffline,
  onVersion,
  type PageStateContext,
  testPageStates,
} from './page-states';

const versionSpecs = [
  { title: 'Basic', fee: 500, features: [1, 2] },
  { title: 'Pro', fee: 2000, userFee: 800, features: [2, 3, 4] },
];

/** An account that has switched between the two plans. */
const alternate = (count: number) => (app: BuiltApp) => ({
  history: Array.from({ length: count }, (_, index) => app.versions[index % 2]!),
});

test('an entry shows titles and prices as of the switch', async ({ page, createTenant, signIn, db }) => {
  const tenant = await createTenant({ versions: versionSpecs, features: 4 });
  const { app, account } = tenant;
  await signIn({ ...tenant, name: 'Ada Example' });
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.version.updateMany({ where: { appId: app.id }, data: { title: 'Renamed', fee: 1 } }),
  );
  await page.getByRole('link', { name: 'View history' }).click();
  const entries = getEntries(page);
  await expect(entries).toHaveCount(2);
  const newest = entries.first();
  await expect(newest.getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(newest).toContainText('Current');
  await expect(newest).toContainText('Upgraded from Basic');
  await expect(newest).toContainText('$20 + $8 per user / month');
  await expect(newest).toContainText('Ada Example, in the portal');
  await expect(newest).toContainText('Gained 2 features');
  await expect(newest).toContainText('Lost 1 feature');
  await expect(newest.locator('time').first()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  await expect(entries.last()).toContainText('First plan');
  await expect(page.getByText('Renamed')).toHaveCount(0);
});

test('an entry of an anonymized account names no person', async ({ page, createTenant, signIn, db }) => {
  const tenant = await createTenant({ versions: versionSpecs, features: 4 }, () => ({ externalId: 'ext-7' }));
  await signIn({ ...tenant, name: 'Ada Example', userId: 'user-31' }, null);
  const switched = await page.request.post('/api/app/versions', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { version_id: tenant.app.versions[1]?.id },
  });
  expect(switched.status()).toBe(200);
  const headers = { Authorization: `Bearer ${await buildKey(db, { app: tenant.app })}` };
  const anonymized = await page.request.post('/api/accounts/ext-7/anonymize', { headers });
  expect(anonymized.status()).toBe(200);
  await signIn(tenant, '/history');
  const entries = getEntries(page);
  await expect(entries.first()).toContainText('A former user, in the portal');
  await expect(page.getByText('Ada Example')).toHaveCount(0);
});

test('plans and history print without buttons on few pages', async ({ page, openTenant }) => {
  const features = Array.from({ length: 28 }, (_, index) => index + 1);
  const versions = [
    { title: 'Basic', features: [1] },
    { title: 'Pro', fee: 2000, features },
  ];
  await openTenant(
    { versions, features: 28 },
    {
      account: alternate(8),
      path: '/history',
    },
  );
  await expect(getEntries(page)).toHaveCount(8);
  expect(await countPrintedPages(page)).toBeLessThanOrEqual(5);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Downgrade to Basic' })).toBeVisible();
  expect(await countPrintedPages(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
});

async function countPrintedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('the history shows 12 entries, then all, and filters them', async ({ page, openTenant }) => {
  await openTenant(
    { versions: versionSpecs, features: 4 },
    {
      account: alternate(30),
      path: '/history',
    },
  );
  const entries = getEntries(page);
  await expect(entries).toHaveCount(12);
  await page.getByRole('button', { name: 'Show all 30 changes' }).click();
  await expect(entries).toHaveCount(30);
  const focused = await entries.nth(12).evaluate((entry) => entry.contains(document.activeElement));
  expect(focused).toBe(true);
  await page.getByLabel('Plan', { exact: true }).selectOption('Basic');
  await expect(entries).toHaveCount(15);
  await expect(page.getByText('15 of 30 changes')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const day = 24 * 60 * 60_000;
  for (const [label, daysAgo] of [
    ['From', 12],
    ['To', 8],
  ] as const) {
    await page
      .getByLabel(label, { exact: true })
      .fill(new Date(Date.now() - daysAgo * day).toISOString().slice(0, 10));
  }
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect.poll(() => entries.count()).toBeLessThan(8);
  const selected = await page.getByText(/^\d of 30 changes$/).textContent();
  await page.reload();
  await expect(page.getByText(selected ?? '')).toBeVisible();
});

test('a chart shows the prices and leads to the entries', async ({ page, createTenant, signIn }) => {
  const tenant = await createTenant({ versions: versionSpecs, features: 4 }, alternate(14));
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(tenant, '/history');
  const chart = page.getByRole('figure', { name: 'List price per month · For 1 user' });
  const points = chart.getByRole('link');
  await expect(points).toHaveCount(14);
  await expect(points.last()).toHaveAccessibleName(/^Pro, \$28 \/ month, /);
  await expect(chart.locator('svg').getByText(/^\$\d+$/)).toHaveText(['$0', '$10', '$20', '$30']);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, 'twelve entries on a phone').toBeLessThanOrEqual(3150);
  // One tab stop. The oldest entry is not in the list yet.
  await points.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(points.nth(12)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(points.first()).toBeFocused();
  await page.keyboard.press('Enter');
  const entries = getEntries(page);
  await expect(entries).toHaveCount(14);
  await expect(entries.last().getByRole('heading')).toBeFocused();
  await expect(entries.first()).toContainText('+$23 · For 1 user');
  await chart.getByText('Show as a table').click();
  const rows = chart.getByRole('row');
  await expect(rows).toHaveCount(15);
  await expect(rows.nth(1)).toHaveText(/Pro\$28\$0\$28$/);
  await expect(rows.nth(2)).toHaveText(/Basic\$5\$0\$5$/);
  await expect(entries.first().getByText('Gained 2 features')).toBeHidden();
  await entries
    .first()
    .getByRole('button', { name: /^Show details ?: Pro$/ })
    .click();
  await expect(entries.first().getByText('Gained 2 features')).toBeVisible();
});

test('1,000 entries need few elements, and print', { tag: '@full' }, async ({ page, openTenant }) => {
  await openTenant(
    { versions: versionSpecs, features: 4 },
    {
      account: alternate(1000),
      path: '/history',
    },
  );
  const entries = getEntries(page);
  const points = page.getByRole('figure').getByRole('link');
  await expect(points).toHaveCount(1000);
  await page.getByRole('button', { name: 'Show all 1,000 changes' }).click();
  await expect(entries).toHaveCount(1000);
  const countLists = () => entries.locator('dl').count();
  await expect.poll(countLists).toBeLessThan(100);
  await entries.nth(700).getByRole('heading').focus();
  await expect(entries.nth(700).locator('dl')).toBeVisible();
  await expect.poll(countLists).toBeLessThan(100);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await countLists()).toBe(1000);
});

test('changes by the provider are between the switches', async ({ page, createTenant, signIn, db }) => {
  const versions = [
    { title: 'Kitchen', fee: 900, features: [1, 2, 3], amounts: { 2: 10 } },
    { title: 'Brigade', fee: 3000, features: [1, 2, 3], amounts: { 2: 100 } },
  ];
  const tenant = await createTenant(
    { title: 'Larder', versions, features: ['Recipes', 'Storage', 'Menus'], units: { 2: { unit: 'GB' } } },
    ({ versions }) => ({ history: versions }),
  );
  const { app } = tenant;
  const [kitchen, brigade] = app.versions;
  const [, storage, menus] = app.features;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await publishChange(
    db,
    app,
    (queries) =>
      queries.versionFeature.updateMany({
        where: { versionId: kitchen!.id, featureId: storage!.id },
        data: { amount: 20, value: '20 GB' },
      }),
    hoursAgo(36),
  );
  await publishChange(
    db,
    app,
    async (queries) => {
      await queries.version.updateMany({ where: { id: brigade!.id }, data: { fee: 2500, title: 'Crew' } });
      await queries.versionFeature.deleteMany({ where: { versionId: brigade!.id, featureId: menus!.id } });
    },
    hoursAgo(12),
  );
  await signIn(tenant, '/history');
  const rows = getEntries(page);
  await expect(rows.getByRole('heading', { level: 2 })).toHaveText([
    'Larder changed Brigade',
    'Brigade',
    'Larder changed Kitchen',
    'Kitchen',
  ]);
  await expect(rows.nth(0)).toContainText('$30 / month → $25 / month');
  await expect(rows.nth(0)).toContainText(/Lost 1 feature\s*Menus/);
  await expect(rows.nth(2)).toContainText(/1 higher limit\s*Storage\s*10 → 20 GB/);
  await expect(rows.nth(2)).not.toContainText('month');
  await expect(rows.nth(1)).toContainText('$30 / month');

  const chart = page.getByRole('figure', { name: 'List price per month' });
  await expect(chart.getByRole('link')).toHaveCount(2);
  await chart.getByText('Show as a table').click();
  await expect(chart.getByRole('row')).toHaveText([
    /Total/,
    /Brigade\$25\$0\$25$/,
    /Brigade\$30/,
    /Kitchen\$9/,
  ]);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(5);
  expect(file).toContain(',Larder,');
});

test('a change of an add-on that is on is listed with the changes of add-ons, and in the chart', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const storage = { feature: 1, addOn: 'Extra storage', fee: 400, adds: 10 };
  const tenant = await createTenant({
    title: 'Larder',
    versions: [{ title: 'Kitchen', fee: 900, features: [1], amounts: { 1: 5 }, optional: [storage] }],
    features: ['Storage'],
    units: { 1: { unit: 'GB' } },
  });
  const { app } = tenant;
  const where = { addOnId: app.addOns[0]?.id ?? '' };
  await signIn(tenant, null);
  const turnedOn = await page.request.post(`/api/account/optional-features/${where.addOnId}`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { active: true },
  });
  expect(turnedOn.status()).toBe(200);
  await publishChange(db, app, async (queries) => {
    await queries.addOnVersion.updateMany({ where, data: { fee: 600 } });
    await queries.addOnFeature.updateMany({ where, data: { amount: 25 } });
  });
  await page.goto('/history');
  const changes = page.getByRole('list', { name: 'Add-on changes, newest first' });
  const changed = changes.locator(':scope > li').first();
  await expect(changed).toContainText('Larder changed Extra storage');
  await expect(changed).toContainText('$4 / month → $6 / month');
  await expect(changed).toContainText(/1 higher limit\s*Storage\s*10 → 25 GB/);
  const chart = page.getByRole('figure', { name: 'List price per month' });
  await chart.getByText('Show as a table').click();
  await expect(chart.getByRole('row').nth(1)).toHaveText(/Kitchen\$9\$6\$15$/);

  await page.getByRole('radio', { name: 'Add-ons' }).check();
  await expect(page.getByRole('heading', { name: 'Kitchen' })).toHaveCount(0);
  await expect(changed).toContainText('$4 / month → $6 / month');
});

const getEntries = (page: Page) =>
  page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');

/** Creates an account that was upgraded twice, and whose plan the provider changed before the last upgrade. */
async function createTenantWithHistory({ createTenant, db }: PageStateContext) {
  const tenant = await createTenant(catalog, ({ versions }) => ({ history: versions.slice(0, 3) }));
  const { app } = tenant;
  const versionId = app.versions[1]?.id ?? '';
  const publishedAt = new Date(Date.now() - 1.5 * 24 * 60 * 60 * 1000);
  const publish = async (queries: Queries) => {
    await queries.version.updateMany({ where: { id: versionId }, data: { fee: 100, annualFee: 1000 } });
    await queries.versionFeature.deleteMany({ where: { versionId } });
  };
  await publishChange(db, app, publish, publishedAt);
  return tenant;
}

testPageStates('/history', {
  loading: 'The server renders the page.',
  empty: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: () => ({ history: [] }), path: '/history' });
    await check(() => expect(page.getByRole('heading', { name: 'No plan changes yet' })).toBeVisible());
  },
  'error and retry': async ({ page, createTenant, signIn, db }) => {
    const tenant = await createTenant(catalog);
    const restore = await failReads(db, tenant, 'version_snapshots');
    await signIn(tenant);
    await expect(
      page.getByRole('heading', { name: 'Enterprise' }),
      'the plans page works without the history',
    ).toBeVisible();
    await page.goto('/optional-features');
    await expect(page.getByRole('heading', { name: 'Audit pack' }), 'the add-ons too').toBeVisible();
    await checkErrorPage(page, '/history');
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(getEntries(page)).toHaveCount(1);
  },
  'refetch failed': 'Part of the state of an owner.',
  offline: 'Part of the state of an owner.',
  visitor: async ({ page, createTenant, check }) => {
    const { app } = await createTenant(catalog);
    await page.goto(pageUrl(app.host, '/history'));
    await check(async () => {
      await expect(page.getByRole('heading', { name: 'Sign in to see your plan history' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
    });
  },
  member: async (state) => {
    const { page, signIn, check } = state;
    await signIn({ ...(await createTenantWithHistory(state)), role: 'member' }, '/history');
    await check(() => expect(getEntries(page)).toHaveCount(4));
  },
  owner: async (state) => {
    const { page, context, signIn, check } = state;
    await signIn(await createTenantWithHistory(state), '/history');
    await check(async () => {
      await expect(getEntries(page).first()).toContainText('Current');
      await expect(getEntries(page).first()).toContainText('Gained 2 features');
      await expect(getEntries(page).nth(1)).toContainText('Acme changed Pro');
      await expect(getEntries(page).last()).toContainText('First plan');
    });
    await checkUnreachable({ page, check }, getEntries(page).nth(3));
    await goOffline({ page, context });
    await check(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await expect(getEntries(page)).toHaveCount(4);
    });
  },
  product: async ({ page, createTenant, signIn, check }) => {
    const { app } = await createTenant(catalog);
    await signIn({ app, role: 'product' }, '/history');
    await check(async () => {
      await expect(page.getByRole('heading', { name: 'No plan history' })).toBeVisible();
      await expect(page.getByText('You’re signed in without an account')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Accounts' })).toBeVisible();
    });
  },
  'retired plan': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: onVersion('Legacy'), path: '/history' });
    await check(async () => {
      await expect(getEntries(page).getByRole('heading', { name: 'Legacy' })).toBeVisible();
      await expect(getEntries(page)).toContainText('Current');
    });
  },
  'blocked switch': 'The page has no switch.',
  'stale dialog': 'The page has no switch.',
  'unknown outcome': 'The page has no switch.',
});

test('the search says since when the account has something, by whom, and with which plan', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const features = ['Files', 'Single sign-on', 'Audit log', 'Storage'];
  const tenant = await createTenant({
    features,
    units: { 4: { unit: 'GB' } },
    versions: [
      { title: 'Basic', fee: 500, features: [1, 4], amounts: { 4: 10 } },
      { title: 'Pro', fee: 2000, features: [1, 2, 4], amounts: { 4: 100 } },
    ],
  });
  const { app } = tenant;
  await signIn({ ...tenant, name: 'Ada Example' });
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await publishChange(db, app, async (queries) => {
    const where = { appId: app.id, versionId: app.versions[1]!.id };
    await queries.versionFeature.updateMany({
      where: { ...where, featureId: app.features[3]!.id },
      data: { amount: 80, value: '80 GB' },
    });
    await queries.versionFeature.create({ data: { ...where, featureId: app.features[2]!.id } });
  });
  await page.goto('/history');
  const search = page.getByRole('searchbox', { name: 'Since when do we have …?' });
  await expect(search).toBeHidden();
  await page.getByText('Since when do we have …?').click();
  const results = page.getByRole('search').getByRole('listitem');
  await search.fill('sso');
  await checkPage(page, {
    axe: true,
    assertContent: () =>
      expect(results).toHaveText([/^Single sign-onSince \d+ \w+ \d{4}, with Pro, by Ada Example\.$/]),
  });
  await search.fill('audit');
  await expect(results).toHaveText([/^Audit logSince .*, with a change of Pro by Acme\.$/]);
  await search.fill('storage');
  await expect(results.first()).toContainText(/Since .*, with Basic, by /);
  await expect(results.getByRole('listitem')).toHaveText([
    /^100 → 80 GB, .*, with a change of Pro by Acme$/,
    /^10 → 100 GB, .*, with Pro, by Ada Example$/,
  ]);
  await expect(page).toHaveURL(/\/history\?q=storage$/);
  await page.reload();
  await expect(search).toBeVisible();
  await search.fill('mirror');
  await expect(page.getByText('Your plans and add-ons never had this.')).toBeVisible();
});

test('the search is open from ten entries, and works without JavaScript, as all entries and features do', async ({
  page,
  browser,
  openTenant,
  db,
}) => {
  const versions = [
    { title: 'Basic', features: [1] },
    { title: 'Pro', fee: 2000, features: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  ];
  const tenant = await openTenant({ versions, features: 9 }, { account: alternate(14), path: '/history' });
  await expect(page.getByRole('searchbox', { name: 'Since when do we have …?' })).toBeVisible();
  const { origin } = new URL(page.url());
  const reader = await openWithoutJavaScript(browser, db, tenant);
  await reader.goto(`${origin}/history`);
  await reader.getByRole('searchbox').fill('feature 4');
  await reader.keyboard.press('Enter');
  await expect(reader).toHaveURL(/\/history\?q=feature\+4$/);
  await expect(reader.getByRole('search').getByText(/^Since .*, with Pro, by/)).toBeVisible();
  await reader.goto(`${origin}/history`);
  await expect(getEntries(reader)).toHaveCount(12);
  await reader.getByRole('link', { name: 'Show all 14 changes' }).click();
  const entries = getEntries(reader);
  await expect(entries).toHaveCount(14);
  await expect(entries.first().getByText('Feature 9')).toBeHidden();
  await entries.first().getByText('and 4 more').click();
  await expect(entries.first().getByText('Feature 9')).toBeVisible();
  await reader.context().close();
});
