import { expect, type Page } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AppSpec, VersionSpec } from '@/prisma/factories/build-app';
import { type Fixtures, test } from '../fixtures';
import { checkPage } from './check-page';

const plan = { tag: 'v2', fee: null, annualUserFee: 11_000 };
const addOn = { feature: 6, fee: 1200, addOn: 'Screen' };
const present: VersionSpec = {
  ...plan,
  title: 'Kitchen',
  userFee: 1100,
  features: [1, 2, 3, 4],
  amounts: { 1: 400 },
  optional: [addOn],
};
const earlier: VersionSpec = {
  ...present,
  tag: 'v2-retired',
  replacedBy: 2,
  userFee: 900,
  annualUserFee: 9000,
  features: [1, 2, 5],
  amounts: { 1: 500 },
};
const app: AppSpec = {
  currency: 'EUR',
  features: ['Recipes', 'Waste log', 'Temperature log', 'Translations', 'Fax orders', 'Kitchen screen'],
  units: { 1: { unit: 'recipe' } },
  versions: [
    { title: 'Taster', tag: 'v1', fee: 0, features: [1], amounts: { 1: 25 } },
    present,
    earlier,
    { title: 'Brigade', tag: 'v3', fee: 5900, features: [1, 2, 3, 4, 6], amounts: { 1: 'unlimited' } },
  ],
};

/** An account that has switched from Taster to the earlier Kitchen. */
const createAccount = (createTenant: Fixtures['createTenant'], spec = app) =>
  createTenant(spec, ({ versions }) => ({
    history: [versions[0], versions[2]].flatMap((version) => version ?? []),
  }));

/** Schedules the move of the account to the last plan, as the product team does. */
const planMove = (
  db: Database,
  { app: { id: appId, versions }, account }: Awaited<ReturnType<typeof createAccount>>,
) =>
  withTenant(db, { appId, accountId: account.id }, async (queries) => {
    const { snapshotDigest: from } = await queries.historyEntry.findFirstOrThrow({
      where: { appId, accountId: account.id },
      orderBy: { sequence: 'desc' },
    });
    await queries.accountChange.create({
      data: {
        ...{ appId, accountId: account.id, id: makeId('accountChange') },
        ...{ versionId: versions[3]?.id ?? '', billingPeriod: 'month', origin: 'product' },
        ...{ effectiveAt: new Date(Date.now() + 1e9), atPeriodEnd: false, revision: 1 },
        ...{ actorKind: 'operator', actorName: 'Test', channel: 'command', createdAt: new Date() },
        confirmed: { from, to: from, revision: '', addOns: [] },
      },
    });
  });

const getStatement = (page: Page) =>
  page.getByRole('article', { name: /You keep what you have|Sie behalten, was Sie haben|تحتفظ بما لديك/ });

test('the plans page compares the kept plan with that of today', async ({ page, createTenant, signIn }) => {
  const tenant = await createAccount(createTenant);
  await signIn(tenant);
  const statement = getStatement(page);
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(page.getByText(/Your plan: *Kitchen \(earlier\)/)).toBeVisible();
      await expect(statement).toContainText(
        'You have it for €9 per user / month. Today it costs €11 per user / month.',
      );
      await expect(statement.getByRole('listitem')).toHaveText([
        'No longer included: Fax orders',
        'Lower limits: Recipes 500 → 400 recipes',
        'Now included: Temperature log, Translations',
      ]);
    },
  });
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText([
    'Taster',
    'Kitchen',
    'Kitchen (earlier)',
    'Brigade',
  ]);
  await page.getByText('Annual', { exact: true }).click();
  await expect(statement).toContainText(
    'You have it for €90 per user / year. Today it costs €110 per user / year',
  );
  await page.getByText('Monthly', { exact: true }).click();
  await statement.getByRole('link', { name: 'Compare the two' }).click();
  await expect(page).toHaveURL(/compare\?.*plans=v2-retired,v2&pair=v2-retired,v2&differences=true$/);
  await expect(page.getByRole('columnheader')).toContainText(['Feature', 'Kitchen (earlier)', 'Kitchen']);
  await expect(page.getByText('4 of 6 features')).toBeVisible();
  await checkPage(page);
});

test('an account moves to the present plan and back', { tag: '@full' }, async ({
  page,
  createTenant,
  signIn,
}) => {
  await signIn(await createAccount(createTenant));
  const button = getStatement(page).getByRole('button', { name: 'See what changes with Kitchen' });
  await button.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Kitchen?' });
  await expect(dialog).toContainText('€11 a month instead of €9');
  await expect(dialog).toContainText('Current plan: Kitchen (earlier).');
  await expect(dialog.getByRole('columnheader')).toContainText(['Kitchen (earlier)', 'Kitchen']);
  await expect(dialog.getByText('You lose 1 feature')).toBeVisible();
  await checkPage(page);
  await expect(dialog.getByRole('button', { name: 'Keep Kitchen (earlier)' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  const cardButton = page.getByRole('button', { name: 'Switch to Kitchen' });
  await cardButton.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardButton).toBeFocused();

  await button.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Switch to Kitchen' });
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  const done = page.getByRole('status').filter({ hasText: 'You’re on Kitchen: €11 a month instead of €9' });
  await expect(done).toBeFocused();
  await expect(getStatement(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Kitchen (earlier)' })).toHaveCount(0);

  await done.getByRole('button', { name: 'Undo' }).press('Enter');
  const undo = page.getByRole('alertdialog', { name: 'Undo the switch to Kitchen?' });
  await expect(undo.getByRole('listitem').filter({ hasText: 'Kitchen (earlier)' })).toContainText('€9');
  await expect(undo.getByRole('button', { name: 'Undo the switch' })).toBeEnabled();
  await undo.getByRole('button', { name: 'Undo the switch' }).press('Enter');
  await expect(page.getByText('You’re on Kitchen (earlier): €9 a month instead of €11')).toBeVisible();
  await page.getByRole('link', { name: 'View history' }).click();
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries.filter({ hasText: 'Upgraded from an earlier Kitchen' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Undid the switch to Kitchen' })).toHaveCount(1);
});

test('an earlier plan has a title of its own', {
  tag: '@full',
}, async ({ page, createTenant, signIn }) => {
  const tenant = await createAccount(createTenant);
  await signIn(tenant, '/optional-features');
  await expect(page.getByText('Add-ons for Kitchen (earlier)')).toBeVisible();
  await page.goto(`/?switch=${tenant.app.versions[3]?.id}`);
  await expect(page.getByRole('alertdialog')).toContainText('Current plan: Kitchen (earlier).');
  await signIn({ app: tenant.app, role: 'product' }, `/preview/frame?as=${tenant.account.id}`);
  await expect(getStatement(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kitchen (earlier)' })).toBeVisible();
  await signIn({ app: tenant.app, role: 'product' }, `/preview?as=${tenant.account.id}`);
  await expect(page.getByRole('heading', { name: 'In no plan' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Duplicate titles' })).toHaveCount(0);
});

test('a plan that is no longer offered has no statement', {
  tag: '@full',
}, async ({ page, openTenant, createTenant, signIn, db }) => {
  const versions = (app.versions as VersionSpec[]).map((version) =>
    version === present ? { ...version, active: false } : version,
  );
  await signIn(await createAccount(createTenant, { ...app, versions }));
  await expect(page.getByText(/Your plan: *Kitchen \(earlier\)/)).toBeVisible();
  const kept = page.getByText('You can keep it as long as you like.');
  await expect(kept).toBeVisible();
  await expect(getStatement(page)).toHaveCount(0);
  // Not if the account is moved to another plan.
  const moved = await createAccount(createTenant, { ...app, versions });
  await planMove(db, moved);
  await signIn(moved);
  await expect(page.getByText('No longer available to new customers.')).toBeVisible();
  await expect(kept).toHaveCount(0);
  await openTenant(app, { account: () => ({ history: [] }) });
  await expect(page.getByText('You don’t have a plan yet.')).toBeVisible();
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['Taster', 'Kitchen', 'Brigade']);
});

for (const [language, locale, title, prices] of [
  ['de', 'de-DE', 'Kitchen (früher)', 'Sie haben den Tarif für 9 € pro Person / Monat.'],
  ['ar', 'ar', '\u200F\u2068Kitchen\u2069 (سابقًا)', 'سعرها لك'],
] as const) {
  test.describe(language, () => {
    test.use({ locale });
    const tag = language === 'de' ? '@full' : [];
    test('the statement and the titles are translated', { tag }, async ({ page, createTenant, signIn }) => {
      await signIn(await createAccount(createTenant));
      await checkPage(page, {
        assertContent: () => expect(getStatement(page)).toContainText(prices),
      });
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      // The title is in the reading order of the page.
      const heading = page.locator('main li h2 bdi').nth(2);
      const [first, last] = await heading.evaluate((element) => {
        const range = document.createRange();
        const text = element.firstChild!;
        const measure = (start: number, end: number) => {
          range.setStart(text, start);
          range.setEnd(text, end);
          return range.getBoundingClientRect().left;
        };
        const start = text.textContent?.indexOf('K') ?? 0;
        const length = text.textContent?.length ?? 0;
        return [measure(start, start + 1), measure(length - 1, length)];
      });
      expect(language === 'ar' ? last < first : first < last).toBe(true);
    });
  });
}
