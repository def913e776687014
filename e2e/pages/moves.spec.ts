import { expect } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const versions = [
  { title: 'Old', fee: 500, features: [1], active: false },
  { title: 'New', fee: 600, features: [1, 2] },
];
const spec = { title: 'Larder', versions, features: 2 };
const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000;

test('the product team checks, makes and cancels a move', async ({ page, createTenant, signIn, db }) => {
  const { app, key } = await createTenant(spec, () => ({ title: 'Osteria Pia', externalId: 'osteria' }));
  const other = await buildAccount(db, app, { title: 'Seehaus', externalId: 'seehaus' });
  const headers = { Authorization: `Bearer ${await key('app')}`, 'X-Account-Id': other.id };
  const data = { version_id: app.versions[1]?.id, effective: at('2027-03-01') };
  await page.request.post('/api/account/changes', { headers, data });

  await signIn({ app, role: 'product' });
  await page.getByRole('link', { name: 'Moves' }).press('Enter');
  await expect(page.getByText('No moves yet.')).toBeVisible();
  const check = page.getByRole('button', { name: 'Check' });
  await check.press('Enter');
  await expect(page.getByText('Choose two different plans.')).toBeVisible();
  await expect(page.getByLabel('From')).toBeFocused();
  await page.getByLabel('From').selectOption({ label: 'Old (retired)' });
  await page.getByLabel('To').selectOption({ label: 'New' });
  await page.getByLabel('Reason').fill('Old is retired');
  await check.press('Enter');
  await expect(page.getByText('No account can be moved.')).toBeVisible();
  await expect(page.getByText('the end of its billing period is not known')).toHaveCount(2);
  await page.getByRole('radio', { name: 'On a date' }).check();
  await check.press('Enter');
  await expect(page.getByText('Choose a date in the next two years.')).toBeVisible();
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused();
  await page.getByLabel('Date', { exact: true }).fill('2027-04-01');
  await check.press('Enter');
  const result = page.getByRole('region', { name: 'What will happen' });
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(result).toContainText('1 account will be moved.');
      await expect(result).toContainText('2 accounts, 2 users: $10 → $12 a month');
      await expect(result.getByRole('link', { name: 'Osteria Pia' })).toBeVisible();
      await expect(result).toContainText('seehaus · has a planned change');
    },
  });
  await result.getByRole('button', { name: 'Move 1 account' }).press('Enter');
  await expect(page.getByText('The move of 1 account has begun.')).toBeFocused();
  const move = page.getByRole('list', { name: 'Moves so far' }).locator(':scope > li');
  await expect(move).toContainText(/Old to New\s*1 planned/);
  await expect(move).toContainText('Old is retired');
  await move.getByText('1 account will not be moved:').press('Enter');
  await expect(move).toContainText('seehaus · has a planned change');
  await checkPage(page, { axe: true, assertContent: () => expect(move).toContainText('seehaus') });
  const cancel = move.getByRole('button', { name: 'Cancel the rest' });
  await cancel.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Cancel the rest of the move?' });
  await checkPage(page, {
    assertContent: () => expect(dialog).toContainText('1 account will keep the plan.'),
  });
  await page.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel the rest' }).press('Enter');
  await expect(page.getByText('The rest of the move is canceled.')).toBeFocused();
  await expect(move).toContainText('1 canceled');
  await expect(cancel).toHaveCount(0);
});

test('a move that is made now is soon no longer planned', async ({ page, createTenant, signIn }) => {
  const { app } = await createTenant({ versions: [{ title: 'Old' }, { title: 'New' }] });
  await signIn({ app, role: 'product' }, '/moves');
  await page.getByLabel('From').selectOption({ label: 'Old' });
  await page.getByLabel('To').selectOption({ label: 'New' });
  await page.getByRole('radio', { name: 'Now' }).check();
  await page.getByRole('button', { name: 'Check' }).press('Enter');
  await page.getByRole('button', { name: 'Move 1 account' }).press('Enter');
  await expect(page.getByText('The move of 1 account has begun.')).toBeFocused();
  const move = page.getByRole('list', { name: 'Moves so far' }).locator(':scope > li');
  await expect(move).toContainText('1 moved');
  await expect(move).not.toContainText('planned');
});

test('a move works through many accounts, stops with its plan, and leaves one account out', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const { app, account } = await createTenant(spec);
  for (let count = 0; count < 30; count += 1) await buildAccount(db, app);
  await signIn({ app, role: 'product' }, '/moves');
  await page.getByLabel('From').selectOption({ label: 'Old (retired)' });
  await page.getByLabel('To').selectOption({ label: 'New' });
  await page.getByRole('radio', { name: 'On a date' }).check();
  await page.getByLabel('Date', { exact: true }).fill('2027-04-01');
  await page.getByRole('button', { name: 'Check' }).press('Enter');
  await page.getByRole('button', { name: 'Move 31 accounts' }).press('Enter');
  const move = page.getByRole('list', { name: 'Moves so far' }).locator(':scope > li');
  await expect(move).toContainText('31 planned');

  await page.goto(`/accounts/${account.id}`);
  const changes = page.getByRole('region', { name: 'Planned changes' });
  await changes.getByRole('button', { name: /^Cancel the change\W+New$/ }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason, which the customer can read').fill('Has a contract');
  await dialog.getByRole('button', { name: 'Cancel the change' }).press('Enter');
  await expect(page.getByText('The change to New is canceled.')).toBeFocused();
  await page.goto('/moves');
  await expect(move).toContainText(/30 planned · 1 canceled/);

  await buildAccount(db, app);
  // As if the plan had changed before the worker looked at the newest account.
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.move.updateMany({
      where: { appId: app.id },
      data: { accounts: 32, finishedAt: null, toDigest: 'other' },
    }),
  );
  await expect(move).toContainText('Stopped: the price or the content of the new plan has changed.');
  await expect(move).toContainText('1 account was not looked at.');
});

test('moves are for the product team', async ({ page, createTenant, signIn }) => {
  const tenant = await createTenant(spec);
  for (const role of ['owner', 'support'] as const) {
    await signIn({ ...tenant, role }, '/moves');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Moves' })).toHaveCount(0);
  }
});

test('support schedules and cancels a change of an account', async ({ page, createTenant, signIn, db }) => {
  const { app, account } = await createTenant({
    ...spec,
    versions: [
      { title: 'Basic', fee: 500, features: [1] },
      { title: 'Pro', fee: 2000, features: [1, 2] },
    ],
  });
  await withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.account.update({
      where: { appId_id: { appId: app.id, id: account.id } },
      data: { periodEndsAt: new Date(at('2028-03-01') * 1000) },
    }),
  );
  await signIn({ app, role: 'support', name: 'Sam Brandt', userId: 'staff-1' }, `/accounts/${account.id}`);
  const changes = page.getByRole('region', { name: 'Planned changes' });
  await expect(changes).toContainText('No change waits.');
  await page.getByRole('button', { name: 'Change plan' }).press('Enter');
  await page.getByRole('button', { name: /Upgrade to Pro/ }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('radio', { name: 'At the end of the period, 1 March 2028' }).check();
  await dialog.getByLabel('Reason, which the customer sees in the history').fill('Asked by phone');
  await dialog.getByRole('button', { name: 'Switch on 1 March 2028' }).press('Enter');
  await expect(changes).toContainText('Changes to Pro on 1 March 2028.');
  await expect(changes).toContainText(/By Sam Brandt on .*Asked by phone/);
  await checkPage(page, { axe: true, assertContent: () => expect(changes).toContainText('$20 / month') });

  await signIn({ app, role: 'product' }, `/accounts/${account.id}`);
  await expect(changes).toContainText('Changes to Pro on 1 March 2028.');
  await expect(changes.getByRole('button')).toHaveCount(0);

  await signIn({ app, role: 'support', name: 'Sam Brandt', userId: 'staff-1' }, `/accounts/${account.id}`);
  const open = changes.getByRole('button', { name: /^Cancel the change\W+Pro$/ });
  await open.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Cancel the change' });
  await confirm.press('Enter');
  const reason = dialog.getByLabel('Reason, which the customer can read');
  await expect(reason).toBeFocused();
  await checkPage(page, { assertContent: () => expect(dialog).toContainText('Enter a reason.') });
  await reason.fill('Changed their mind');
  await confirm.press('Enter');
  await expect(page.getByText('The change to Pro is canceled.')).toBeFocused();
  await expect(changes).toContainText('No change waits.');
});
