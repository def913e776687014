import { expect, type Page } from '@playwright/test';
import { buildKey } from '@/prisma/factories/build-credential';
import { sendRequest } from '../api/api-client';
import { pageUrl, test } from '../fixtures';

const spec = {
  title: 'Larder',
  features: ['Recipes', 'Team members'],
  units: { 2: { unit: 'person', isLimit: true } },
  usersLimit: 2,
  versions: [
    { title: 'Taster', fee: 0, features: [1, 2], amounts: { 2: 2 } },
    { title: 'Kitchen', fee: 1000, userFee: 500, features: [1, 2] },
    { title: 'Brigade', fee: 5000, userFee: 400, features: [1, 2] },
  ],
};
const onKitchen = (users: number) => (app: { versions: object[] }) => ({
  history: app.versions.slice(1, 2) as never[],
  users,
  externalId: 'c1',
});

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, title: string) => page.getByRole('listitem', { name: title });

test('the owner changes the number of users, and undoes it', async ({ page, openTenant }) => {
  await openTenant(spec, { account: onKitchen(9) });
  await expect(main(page).getByRole('spinbutton', { name: 'Users' })).toHaveValue('9');
  await expect(card(page, 'Kitchen')).toContainText('For 9 users$55 / month');
  await main(page).getByRole('spinbutton', { name: 'Users' }).fill('12');
  await expect(card(page, 'Brigade')).toContainText('For 12 users$98 / month');
  await main(page).getByRole('button', { name: 'Change to 12 users' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change to 12 users' });
  await expect(dialog).toContainText('$70 a month instead of $55 (+$15).');
  await expect(dialog.getByRole('row')).toHaveText([
    'NowAfter',
    'Kitchen$10$10',
    'Users$459 × $5$6012 × $5',
    'Total per month$55$70',
    'Difference+$15',
  ]);
  await dialog.getByRole('button', { name: 'Change to 12 users' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main(page).getByText('12 users', { exact: true })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Change to' })).toHaveCount(0);
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);

  await page.goto('/history');
  const entries = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(entries.getByText('Changed to 12 users')).toBeVisible();
  await expect(entries.getByText('+$15 · For 12 users').first()).toBeAttached();
  await page.getByRole('link', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(main(page).getByText('9 users', { exact: true })).toBeVisible();
});

test('a switch sets the number in the dialog, and a plan that allows fewer users is blocked', {
  tag: '@full',
}, async ({ page, openTenant }) => {
  await openTenant(spec, { account: onKitchen(9) });
  const taster = page.getByRole('button', { name: 'Downgrade to Taster' });
  await expect(taster).toHaveAttribute('aria-disabled', 'true');
  await expect(taster).toHaveAccessibleDescription(
    'Taster allows 2 people. You have 9. Remove 7 people first.',
  );
  await page.getByRole('button', { name: 'Upgrade to Brigade' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Brigade?' });
  await expect(dialog).toContainText('$86 a month instead of $55, for 9 users (+$31).');
  await dialog.getByRole('spinbutton', { name: 'Users' }).fill('11');
  await expect(dialog).toContainText('$94 a month instead of $55 (+$39).');
  await dialog.getByRole('button', { name: 'Switch to Brigade' }).click();
  await expect(page.getByText('You’re on Brigade')).toBeVisible();
  const response = await page.request.get('/api/account/versions');
  expect((await response.json()).payload[0]).toMatchObject({ title: 'Brigade', users: 11, kind: 'switch' });

  // A link to the dialog of a plan that does not allow the number.
  const { data } = await (await page.request.get('/api/app/versions')).json();
  await page.goto(`/?switch=${data.versions[0].id}`);
  const blocked = page.getByRole('alertdialog', { name: 'Switch to Taster?' });
  await expect(blocked).toContainText('Taster allows 2 people. You have 11. Remove 9 people first.');
  await expect(blocked.getByRole('button', { name: 'Switch to Taster' })).toHaveCount(0);
  await blocked.getByRole('spinbutton', { name: 'Users' }).fill('2');
  await expect(blocked.getByRole('button', { name: 'Switch to Taster' })).toBeEnabled();
  await expect(blocked).not.toContainText('allows 2 people');
});

test('what a switch is called follows the number of users that is chosen', async ({ page, openTenant }) => {
  const versions = [
    { title: 'Flat', fee: 8000 },
    { title: 'Seat', fee: null, userFee: 1000 },
  ];
  await openTenant({ versions }, { account: (app) => ({ history: app.versions.slice(0, 1), users: 9 }) });
  await expect(page.getByRole('button', { name: 'Upgrade to Seat' })).toBeVisible();
  await main(page).getByRole('spinbutton', { name: 'Users' }).fill('5');
  await expect(page.getByRole('button', { name: 'Downgrade to Seat' })).toBeVisible();
  await main(page).getByRole('spinbutton', { name: 'Users' }).fill('9');
  await expect(page.getByRole('button', { name: 'Upgrade to Seat' })).toBeVisible();
});

test('a number of the host is read-only', { tag: '@full' }, async ({ page, openTenant, request, db }) => {
  const tenant = await openTenant(
    { ...spec, usersManagedBy: 'host' },
    { account: onKitchen(9), path: '/?seats=3' },
  );
  await expect(main(page).getByText('9 users, managed in Larder')).toBeVisible();
  await expect(main(page).getByRole('spinbutton', { name: 'Users' })).toHaveCount(0);
  await expect(card(page, 'Kitchen')).toContainText('For 9 users$55 / month');
  const key = await buildKey(db, { app: tenant.app });
  await sendRequest(request, '/api/accounts/c1', { key, method: 'PATCH', body: { users: 7 } });
  // The page polls the account.
  await expect(main(page).getByText('7 users, managed in Larder')).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Brigade' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Brigade?' });
  await expect(dialog).toContainText('for 7 users');
  await expect(dialog.getByRole('spinbutton')).toHaveCount(0);
});

test('a plan that is sold from 10 users on costs as many, and a smaller number is blocked', async ({
  page,
  openTenant,
}) => {
  const versions = [
    { title: 'Taster', fee: 0 },
    { title: 'Team', fee: null, userFee: 1832, minUsers: 10 },
    { title: 'Firm', fee: null, minUsers: 35 },
  ];
  const tenant = await openTenant(
    { title: 'Larder', versions },
    { account: ({ versions: [taster] }) => ({ history: [taster!], users: 3 }) },
  );
  const team = tenant.app.versions[1]!.id;
  await expect(card(page, 'Team')).toContainText('per user / monthfrom 10 users');
  await expect(card(page, 'Team')).toContainText('For 10 users$183.20 / month');
  await expect(card(page, 'Firm')).toContainText('Price on requestfrom 35 users');
  await page.goto(`/?switch=${team}&seats=4`);
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Team?' });
  await expect(dialog).toContainText('Team starts at 10 users. You chose 4.');
  await expect(dialog.getByRole('button', { name: 'Switch to Team' })).toHaveCount(0);
  await page.goto(`/?switch=${team}`);
  await expect(dialog).toContainText('$183.20 a month instead of $0, for 10 users (+$183.20).');
  await expect(dialog).toContainText('Takes effect immediately. Larder bills you.');
  await dialog.getByRole('button', { name: 'Switch to Team' }).click();
  await expect(main(page).getByText('10 users', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  // No date and no users for a plan on request, and no address.
  await page.goto(`/?switch=${tenant.app.versions[2]!.id}`);
  const onRequest = page.getByRole('alertdialog', { name: 'Switch to Firm?' });
  await expect(onRequest).toContainText('Larder lists no contact address.');
  await expect(onRequest.getByRole('spinbutton')).toHaveCount(0);
  await expect(onRequest.getByRole('radio')).toHaveCount(0);
});

test('a plan is not quoted for more users than it allows', async ({ page, createTenant }) => {
  const spec = {
    features: ['Users', 'Help'],
    usersLimit: 1,
    units: { 1: { unit: 'user', isLimit: true } },
    versions: [
      {
        title: 'Small',
        fee: null,
        userFee: 1000,
        features: [1],
        amounts: { 1: 25 },
        optional: [{ feature: 1, addOn: 'More users', fee: 5000, adds: 10, maxQuantity: 2 }],
      },
      { title: 'Large', fee: null, userFee: 2000, features: [1, 2], amounts: { 1: 1000 } },
    ],
  };
  const { app } = await createTenant(spec);
  await page.goto(pageUrl(app.host));
  await expect(card(page, 'Small')).toContainText('$10 per user / monthup to 25 users');
  const users = main(page).getByRole('spinbutton', { name: 'Users' });
  await users.fill('25');
  await expect(card(page, 'Small')).toContainText('For 25 users$250 / month');
  await users.fill('40');
  await expect(card(page, 'Small')).toContainText('For 40 users$500 / month+ 2 × More users');
  await expect(card(page, 'Large')).toContainText('For 40 users$800 / month');
  await users.fill('46');
  await expect(card(page, 'Small')).toContainText('For 46 usersChoose Large');
  await expect(card(page, 'Small').getByRole('link', { name: 'Choose Large' })).toHaveAttribute(
    'href',
    '#plan-v2',
  );
});

test('a plan that is sold per site has a number of sites', async ({ page, openTenant }) => {
  const versions = [
    { title: 'Local', fee: 1800, feeUnit: 'site', maxQuantity: 20 },
    { title: 'Group', fee: 2500, feeUnit: 'site', minQuantity: 5 },
  ];
  await openTenant(
    { title: 'Beacon', versions },
    { account: (app) => ({ history: app.versions.slice(0, 1) }) },
  );
  await expect(card(page, 'Local')).toContainText('per site / monthup to 20 sites');
  await expect(card(page, 'Group')).toContainText('For 5 sites$125 / month');
  await main(page).getByRole('spinbutton', { name: 'Sites' }).fill('3');
  await expect(card(page, 'Local')).toContainText('For 3 sites$54 / month');
  await main(page).getByRole('button', { name: 'Change to 3 sites' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change to 3 sites' });
  await expect(dialog).toContainText('$54 a month instead of $18 (+$36).');
  await dialog.getByRole('button', { name: 'Change to 3 sites' }).click();
  await expect(main(page).getByText('3 sites', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  await page.goto('/history');
  const entries = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(entries.getByText('Changed to 3 sites')).toBeVisible();
  await expect(entries.getByText('3 × $18').first()).toBeAttached();
});
