import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { withTenant } from '@/lib/data/tenant';
import { test } from '../fixtures';

const tiers = [
  { title: 'Basic', fee: 500, features: [1, 2] },
  { title: 'Pro', fee: 2000, userFee: 800, features: [2, 3, 4] },
];

test('tells each change as it was when it was made', async ({ page, tenant, enter, db }) => {
  const made = await tenant({ versions: tiers, features: 4 });
  const { app, account } = made;
  await enter({ ...made, name: 'Ada Example' });
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.version.updateMany({ where: { appId: app.id }, data: { title: 'Renamed', fee: 1 } }),
  );
  await page.getByRole('link', { name: 'View history' }).click();
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  await expect(changes).toHaveCount(2);
  const newest = changes.first();
  await expect(newest.getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(newest).toContainText('Current');
  await expect(newest).toContainText('Upgraded from Basic');
  await expect(newest).toContainText('$20 + $8 per user / month');
  await expect(newest).toContainText('Ada Example, on these pages');
  await expect(newest).toContainText('Gained 2 features');
  await expect(newest).toContainText('Lost 1 feature');
  await expect(newest.locator('time').first()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  await expect(changes.last()).toContainText('Where it began');
  await expect(page.getByText('Renamed')).toHaveCount(0);
});

test('shows twelve, then all, and the focus goes to the first revealed', async ({ page, tenant, enter }) => {
  const made = await tenant({ versions: tiers, features: 4 }, ({ versions }) => ({
    path: Array.from({ length: 30 }, (_, index) => versions[index % 2]).filter((each) => each !== undefined),
  }));
  await enter(made, '/history');
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  await expect(changes).toHaveCount(12);
  await page.getByRole('button', { name: 'Show all 30 changes' }).click();
  await expect(changes).toHaveCount(30);
  const focused = await changes.nth(12).evaluate((entry) => entry.contains(document.activeElement));
  expect(focused).toBe(true);
});

test('a thousand changes page on', async ({ page, tenant, enter }) => {
  test.setTimeout(60_000);
  const made = await tenant({ versions: tiers, features: 4 }, ({ versions }) => ({
    path: Array.from({ length: 1000 }, (_, index) => versions[index % 2]).filter(
      (each) => each !== undefined,
    ),
  }));
  await enter(made, '/history');
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  const more = page.getByRole('button', { name: /^Show/ });
  await more.click();
  const afterFirst = await changes.count();
  expect(afterFirst).toBeGreaterThan(12);
  await more.click();
  await expect.poll(() => changes.count()).toBeGreaterThan(afterFirst);
});

test('comes as a file, whole', async ({ page, tenant, enter }) => {
  await enter(
    await tenant({ versions: tiers, features: 4 }, ({ versions }) => ({ path: versions })),
    '/history',
  );
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = readFileSync(await (await waiting).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(3);
  expect(file).toContain(',Pro,Basic,upgrade,2000,800,USD,month,');
});

test('without a change, and without an account, says so', async ({ page, tenant, enter }) => {
  const { app, account } = await tenant({ versions: tiers, features: 4 }, () => ({ path: [] }));
  await enter({ app, account }, '/history');
  await expect(page.getByRole('heading', { name: 'No plan changes yet' })).toBeVisible();
  await enter({ app, role: 'product' }, '/history');
  await expect(page.getByRole('heading', { name: 'A history belongs to an account' })).toBeVisible();
});

test('a history that fails never takes the plans with it, and can be tried again', async ({
  page,
  tenant,
  enter,
}) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  let broken = true;
  await page.route('**/api/account/versions**', (route) =>
    broken ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Basic' })).toBeVisible();
  broken = false;
  await page.goto('/history');
  await expect(page.getByText('Upgraded from Basic')).toBeVisible();
});
