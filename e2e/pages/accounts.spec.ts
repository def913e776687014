import { expect } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import { makeId } from '@/lib/contract/ids';
import { createKey } from '@/lib/db/access';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { sampleSize } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { checkPage } from './check-page';
import { checkFailedPage, goOffline } from './page-states';

const catalog = {
  features: 3,
  versions: [
    {
      title: 'Kitchen',
      fee: 900,
      features: [1],
      optional: [{ feature: 3, addOn: 'Stats', fee: 300 }],
    },
    { title: 'Brigade', fee: 2900, features: [1, 2] },
  ],
};

const longTitle = `Gasthaus ${'zur langen Aussicht auf den See '.repeat(6)}`.trim();
const rightToLeftTitle = 'مطعم الواحة';

test('support finds and switches an account, and ends its sessions', async ({
  page,
  request,
  createTenant,
  signIn,
  db,
}) => {
  const { app, account } = await createTenant(catalog, () => ({
    title: 'Osteria Pia',
    externalId: 'osteria',
  }));
  await buildAccount(db, app, { title: 'Seehaus', externalId: 'seehaus' });
  await buildKey(db, { app, account });
  const customer = await buildSession(db, {
    app,
    account,
    role: 'owner',
    name: 'Pia Moretti',
    userId: 'user-1',
  });
  await signIn({ app, role: 'support', name: 'Sam Brandt', userId: 'staff-1' });
  await page.getByRole('link', { name: 'Accounts' }).click();
  await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Name, e-mail or ID').fill('PIA');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/accounts\?search=PIA/);
  await expect(page.getByText('1 account', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Osteria Pia' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Osteria Pia' })).toBeVisible();

  const plan = page.getByRole('region', { name: 'Plan and price' });
  await expect(plan).toContainText('Kitchen since');
  await expect(plan).toContainText('$9 / month');
  await expect(page.getByRole('region', { name: 'What the account can use' })).toContainText('Feature 1');
  const access = page.getByRole('region', { name: 'Access' });
  await expect(access).toContainText(/Pia Moretti.*Owner · user-1 · until/);
  await expect(access).toContainText(/Test key.*avk_/);

  const dialog = page.getByRole('alertdialog');
  await plan.getByRole('button', { name: 'Change plan' }).press('Enter');
  await plan.getByRole('button', { name: /Brigade/ }).press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Switch to Brigade?' })).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Switch to Brigade' });
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  const reason = dialog.getByLabel('Reason, which the customer sees in the history');
  await expect(reason).toBeFocused();
  await expect(dialog.getByText('Enter a reason. Nothing was changed.')).toBeVisible();
  await checkPage(page, { visible: reason, axe: true });
  await reason.fill('Asked by phone');
  await page.keyboard.press('Escape');
  await expect(plan.getByRole('button', { name: /Brigade/ })).toBeFocused();
  await plan.getByRole('button', { name: /Brigade/ }).press('Enter');
  await reason.fill('Asked by phone');
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  const done = page
    .getByRole('status')
    .filter({ hasText: /Osteria Pia.* is on Brigade: \$29 a month instead of \$9/ });
  await expect(done).toBeFocused();
  await expect(plan).toContainText('Brigade since');
  await expect(page.getByRole('region', { name: 'What the account can use' })).toContainText('Feature 2');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Sam Brandt, support');
  await expect(history).toContainText('Asked by phone');

  await access.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(access.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused();
  await access.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
  await expect(access.getByText('1 session or link has ended.')).toBeVisible();
  await expect(access.getByText('No user is signed in.')).toBeVisible();
  await expect(access.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused();

  await page.getByRole('link', { name: 'Audit' }).click();
  const entries = page.getByRole('list', { name: 'Entries' }).locator(':scope > li');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Everyone at the account was signed out');
  await entries.nth(1).getByText('Details').click();
  await expect(entries.nth(1)).toContainText(
    /Support changed the plan.*Osteria Pia.*Asked by phone.*Sam Brandt, support/,
  );
  await page.getByLabel('Kind').selectOption({ label: 'Support changed the plan' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(entries).toHaveCount(1);
  await checkPage(page, { assertContent: () => expect(entries).toHaveCount(1), axe: true });
  await entries.getByRole('link', { name: 'Osteria Pia' }).click();
  await expect(plan).toContainText('Brigade since');

  // The customer is signed out.
  const headers = { Cookie: `${sessionCookieName}=${customer}`, Host: app.host };
  expect((await request.get('/api/account', { headers })).status()).toBe(401);
});

test('support undoes a wrong switch, and returns an account to an earlier plan', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const { app, account } = await createTenant(
    {
      features: 3,
      versions: [
        { title: 'Kitchen', fee: 900, features: [1] },
        { title: 'Brigade', fee: 2900, features: [1, 2, 3] },
        { title: 'Classic', fee: 1900, features: [1, 2], active: false },
      ],
    },
    ({ versions }) => ({
      title: 'Acme',
      history: [versions[2], versions[1]].flatMap((version) => version ?? []),
    }),
  );
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.account.updateMany({ data: { periodEndsAt: new Date(Date.now() + 30 * 86_400_000) } }),
  );
  await signIn({ app, role: 'support', name: 'Sam Brandt' }, `/accounts/${account.id}`);
  const plan = page.getByRole('region', { name: 'Plan and price' });
  const dialog = page.getByRole('alertdialog');
  const openPlan = async (name: RegExp) => {
    await plan.getByRole('button', { name: 'Change plan' }).press('Enter');
    await plan.getByRole('button', { name }).press('Enter');
  };
  const confirm = async (name: string, reason: string) => {
    await dialog.getByLabel('Reason, which the customer sees in the history').fill(reason);
    await expect(dialog.getByRole('button', { name })).toBeEnabled();
    await dialog.getByRole('button', { name }).press('Enter');
    await expect(dialog).toHaveCount(0);
    // The browser has gone back.
    await expect(page).not.toHaveURL(/switch=/);
  };
  await openPlan(/Kitchen/);
  // The dialog speaks of the customer, and the default is now.
  await expect(dialog.getByRole('heading', { name: /^\u2068?Acme\u2069? loses 2 features$/ })).toBeVisible();
  await expect(dialog.getByText(/\b(You|Your)\b/)).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: 'Now' })).toBeChecked();
  await confirm('Switch to Kitchen', 'Wrong customer');
  await expect(page.getByRole('status').filter({ hasText: /Acme.* is on Kitchen/ })).toBeFocused();
  await plan.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(dialog.getByRole('heading', { name: /Acme.* returns to/ })).toBeVisible();
  await confirm('Undo the switch', 'Wrong customer');
  await expect(plan).toContainText('Brigade since');

  // It is also possible later, from the history.
  await page.reload();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Undo' }).press('Enter');
  await confirm('Undo the switch', 'Right after all');
  await expect(plan).toContainText('Kitchen since');
  expect(new URL(page.url()).pathname).toBe(`/accounts/${account.id}`);

  await page.reload();
  await openPlan(/Classic/);
  await expect(plan.getByRole('listitem').filter({ hasText: 'Classic' })).toContainText('No longer offered');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await confirm('Switch to Classic', 'Had it before');
  await expect(plan).toContainText('Classic since');
});

test('support makes exceptions with a reason, and a second person removes personal data', async ({
  page,
  createTenant,
  signIn,
}) => {
  const { app, account } = await createTenant(
    {
      features: 3,
      versions: [
        {
          title: 'Kitchen',
          userFee: 900,
          features: [1],
          optional: [{ feature: 3, addOn: 'Stats', fee: 300 }],
        },
        { title: 'Custom', fee: 2900, features: [1, 2], public: false },
      ],
    },
    () => ({ title: 'Acme', users: 2 }),
  );
  const path = `/accounts/${account.id}`;
  await signIn({ app, role: 'support', name: 'Sam Brandt', userId: 'sam' }, path);
  const plan = page.getByRole('region', { name: 'Plan and price' });
  const grants = page.getByRole('region', { name: 'Private plans' });
  const personal = page.getByRole('region', { name: 'Personal data' });
  const dialog = page.getByRole('alertdialog');
  const give = async (label: string, name: string) => {
    await expect(dialog.getByRole('button', { name })).toBeEnabled();
    await dialog.getByRole('button', { name }).click();
    await expect(dialog.getByText('Enter a reason. Nothing was changed.')).toBeVisible();
    await dialog.getByLabel(label).fill('Agreed by phone');
    await dialog.getByRole('button', { name }).click();
    await expect(dialog).toHaveCount(0);
  };
  const history = 'Reason, which the customer sees in the history';
  const audit = 'Reason, for the audit';

  await plan.getByRole('button', { name: 'Change add-ons' }).click();
  await plan.getByRole('button', { name: /^Turn on/ }).click();
  await give(history, 'Turn on');
  await expect(plan.getByRole('status').filter({ hasText: /Stats is on/ })).toBeFocused();
  await expect(plan.getByRole('list', { name: 'Add-ons' })).toContainText('Stats');

  await plan.getByRole('button', { name: 'Change plan' }).click();
  await plan.getByRole('spinbutton', { name: 'Users' }).fill('7');
  await plan.getByRole('button', { name: 'Change to 7 users' }).click();
  await give(history, 'Change to 7 users');
  await expect(plan).toContainText('$9 per user / month · For 7 users');

  await grants.getByRole('button', { name: 'Grant' }).click();
  await expect(dialog.getByRole('heading', { name: 'Grant Custom?' })).toBeVisible();
  await give(audit, 'Grant');
  await expect(grants.getByRole('listitem')).toContainText(/Custom\s*Granted on/);
  await grants.getByRole('button', { name: 'Remove the grant' }).click();
  await give(audit, 'Remove the grant');
  await expect(grants).toContainText('No private plan is granted.');

  await personal.getByLabel(audit).fill('Asked by the customer');
  const download = page.waitForEvent('download');
  await personal.getByRole('button', { name: 'Export as JSON' }).click();
  expect((await download).suggestedFilename()).toBe(`${account.id}.json`);
  await personal.getByRole('button', { name: 'Request removal' }).click();
  await give(audit, 'Request removal');
  await expect(personal).toContainText(/Sam Brandt requested the removal on .*Agreed by phone/);
  const remove = async () => {
    await personal.getByRole('button', { name: 'Remove personal data' }).click();
    await dialog.getByRole('button', { name: 'Remove personal data' }).click();
  };
  await remove();
  await expect(dialog).toContainText('Another person confirms it.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await checkPage(page, { visible: personal, axe: true });

  await signIn({ app, role: 'support', name: 'Kim Vogt', userId: 'kim' }, path);
  await remove();
  await expect(page.getByRole('heading', { level: 1, name: account.id })).toBeVisible();
  await page.goto(`/audit?account=${account.id}`);
  const entries = page.getByRole('list', { name: 'Entries' }).locator(':scope > li p:first-child');
  await expect(entries.filter({ hasText: /\w/ })).toContainText([
    'Personal data removed',
    'Removal of personal data requested',
    'Data exported',
    'Grant removed',
    'Plan granted',
    'Support changed the plan',
    'Support turned an add-on on or off',
  ]);
});

test('the page of each account shows its own plan', {
  tag: '@full',
}, async ({ page, createTenant, signIn, db }) => {
  const { app } = await createTenant(catalog);
  const [kitchen, brigade] = app.versions;
  await buildAccount(db, app, { title: 'First', history: [kitchen!] });
  await buildAccount(db, app, { title: 'Second', history: [kitchen!, brigade!] });
  await signIn({ app, role: 'support' }, '/accounts');
  const plan = page.getByRole('region', { name: 'Plan and price' });
  for (const [title, text] of [
    ['First', 'Kitchen since'],
    ['Second', 'Brigade since'],
    ['First', 'Kitchen since'],
  ] as const) {
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(plan).toContainText(text);
    await page.getByRole('link', { name: 'All accounts' }).click();
  }
});

test('the list of accounts: no result, long names, pages', { tag: '@full' }, async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const { app } = await createTenant(catalog, () => ({ title: longTitle }));
  await buildAccount(db, app, { title: rightToLeftTitle, externalId: 'x'.repeat(200), history: [] });
  await signIn({ app, role: 'support' }, '/accounts');
  const rows = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await checkPage(page, { assertContent: () => expect(rows).toHaveCount(2), axe: true });
  await page.getByRole('link', { name: 'Gasthaus' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longTitle);
  await checkPage(page, { visible: page.getByText('No user is signed in.'), axe: true });
  await page.goto('/accounts?search=%3Cb%3Emissing');
  await checkPage(page, {
    visible: page.getByRole('heading', { name: 'No account for “<b>missing”' }),
  });
  await page.getByRole('link', { name: 'Show all accounts' }).click();
  await expect(rows).toHaveCount(2);

  const count = sampleSize({ quick: 100, full: 1000 });
  const titles = Array.from({ length: count }, (_, index) => `Customer ${String(index).padStart(4, '0')}`);
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.account.createMany({
      data: titles.map((title) => ({ appId: app.id, id: makeId('account'), title })),
    }),
  );
  await page.goto('/accounts?search=customer');
  await expect(rows).toHaveCount(50);
  await expect(page.getByText('50 accounts on this page')).toBeVisible();
  const seen = new Set(await rows.getByRole('link').allTextContents());
  for (let first = 50; first < count; first += 50) {
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(rows.first()).toContainText(titles[first] ?? '');
    for (const title of await rows.getByRole('link').allTextContents()) seen.add(title);
  }
  expect(seen).toEqual(new Set(titles));
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(rows.first()).toContainText(titles[0] ?? '');
});

test('apps without accounts and audit have empty states', { tag: '@full' }, async ({ page, signIn, db }) => {
  const app = await buildApp(db);
  await signIn({ app, role: 'support' }, '/accounts');
  await expect(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible();
  await page.goto('/audit');
  await checkPage(page, { visible: page.getByRole('heading', { name: 'No entries yet' }), axe: true });
  await page.goto('/audit?account=nobody');
  await checkPage(page, { visible: page.getByRole('heading', { name: 'There is no such account' }) });
  await page.goto('/audit?type=key.created');
  await expect(page.getByRole('heading', { name: 'No such entries' })).toBeVisible();
});

test('error, retry and offline', { tag: '@full' }, async ({ page, context, createTenant, signIn, db }) => {
  const tenant = await createTenant(catalog, () => ({ title: 'Osteria Pia' }));
  const key = { appId: tenant.app.id, accountId: null, role: null, name: 'Back end', expiresAt: null };
  await createKey(db, key, makeId);
  await signIn({ app: tenant.app, role: 'support' }, '/audit');
  for (const [path, table, content] of [
    ['/accounts', 'accounts', page.getByRole('link', { name: 'Osteria Pia' })],
    ['/audit', 'audit_entries', page.getByRole('list', { name: 'Entries' })],
  ] as const) {
    await checkFailedPage(page, { db, tenant, table, path, content });
  }
  await page.goto(`/accounts/${tenant.account.id}`);
  await expect(page.getByRole('button', { name: 'Change plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await goOffline({ page, context });
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(page.getByRole('button', { name: /Brigade/ })).toHaveAttribute('aria-disabled', 'true');
});

test('without JavaScript, accounts are found and read', async ({ browser, createTenant, db }) => {
  const { app, account } = await createTenant(catalog, () => ({ title: 'Osteria Pia' }));
  const value = await buildSession(db, { app, role: 'support' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.setExtraHTTPHeaders({ Cookie: `${sessionCookieName}=${value}` });
  const page = await context.newPage();
  await page.goto(new URL('/accounts', process.env.BASE_URL).href);
  await page.getByLabel('Name, e-mail or ID').fill('osteria');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Osteria Pia' }).click();
  expect(new URL(page.url()).pathname).toBe(`/accounts/${account.id}`);
  await expect(page.getByRole('region', { name: 'Plan and price' })).toContainText('Kitchen since');
  await page.goto(new URL('/audit?type=key.created', process.env.BASE_URL).href);
  await expect(page.getByRole('heading', { name: 'No such entries' })).toBeVisible();
  await context.close();
});

test('product reads accounts and changes none; customers get 404', async ({ page, createTenant, signIn }) => {
  const { app, account } = await createTenant(catalog, () => ({
    title: 'Osteria Pia',
    externalId: 'pia & co/1',
  }));
  const byExternalId = `/accounts/${encodeURIComponent('pia & co/1')}`;
  const paths = ['/accounts', `/accounts/${account.id}`, byExternalId, '/audit'];
  await signIn({ app, role: 'product' }, byExternalId);
  await expect(page.getByRole('heading', { level: 1, name: 'Osteria Pia' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Access' })).toContainText('No user is signed in.');
  await expect(page.getByRole('button', { name: /Change plan|Sign out everywhere/ })).toHaveCount(0);
  for (const role of ['owner', 'member'] as const) {
    await signIn({ app, account, role });
    await expect(page.getByRole('link', { name: /^(Accounts|Audit)$/ })).toHaveCount(0);
    for (const path of paths) expect([path, (await page.request.get(path)).status()]).toEqual([path, 404]);
  }
  // An account of another app does not exist.
  const other = await createTenant();
  await signIn({ app: other.app, role: 'support' }, null);
  const statuses = await Promise.all(
    [...paths, '/accounts/%00', '/accounts/%E0%A4%A'].map(async (path) =>
      (await page.request.get(path)).status(),
    ),
  );
  expect(statuses.slice(0, 5)).toEqual([200, 404, 404, 200, 404]);
  expect([400, 404]).toContain(statuses[5]);
});
