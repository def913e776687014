import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { at } from './at';

const tiers = [
  { title: 'Basic', fee: 0, features: [1, 2] },
  { title: 'Team', fee: 1000, userFee: 800, features: [1, 2, 3] },
  { title: 'Scale', fee: 9900, features: [1, 2, 3, 4], moreInfo: 'Priority mail|A person of your own' },
  { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
];

test('a visitor reads what each plan costs and adds, and is asked to sign in', async ({ page, tenant }) => {
  const { app } = await tenant({ title: 'Lantern', versions: tiers, features: 5 });
  await page.goto(at(app.host));
  await expect(page).toHaveTitle(/Lantern/);
  const plans = page
    .getByRole('article')
    .or(page.getByRole('listitem').filter({ has: page.getByRole('heading') }));
  await expect(plans.getByRole('heading')).toHaveText(['Basic', 'Team', 'Scale', 'Enterprise']);
  await expect(plans.nth(0)).toContainText('Free');
  await expect(plans.nth(1)).toContainText('$10');
  await expect(plans.nth(1)).toContainText('$8 per user / month');
  await expect(plans.nth(3)).toContainText('Price on request');
  await expect(plans.nth(1)).toContainText('Everything in Basic, plus');
  await expect(page.getByText(/sign in to switch/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /upgrade|downgrade/i })).toHaveCount(0);
});

test('an owner sees the current plan marked, and which way each other one lies', async ({
  page,
  tenant,
  enter,
}) => {
  const { app, account } = await tenant({ versions: tiers, features: 5 }, ({ versions }) => ({
    path: versions.slice(0, 2),
  }));
  await enter({ app, account });
  await expect(page.getByText(/Your plan: *Team since/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Downgrade to Basic' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Upgrade to Scale' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /to Team/ })).toHaveCount(0);
  const blocked = page.getByRole('button', { name: 'Upgrade to Enterprise' });
  await expect(blocked).toHaveAttribute('aria-disabled', 'true');
  await expect(blocked).toHaveAccessibleDescription(
    'This plan is priced on request. Talk to us to move to it.',
  );
  await blocked.click({ force: true });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a member reads the same and is told who can switch', async ({ page, tenant, enter }) => {
  const { app, account } = await tenant({ versions: tiers, features: 5 });
  await enter({ app, account, role: 'member' });
  const button = page.getByRole('button', { name: 'Upgrade to Team' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('Only an owner of the account can switch its plan.');
});

test('a retired plan stays with the account that has it', async ({ page, tenant, enter }) => {
  const { app, account } = await tenant(
    { versions: [{ title: 'Now' }, { title: 'Then', active: false }] },
    (built) => ({
      path: built.versions.slice(1),
    }),
  );
  await enter({ app, account });
  await expect(page.getByText('No longer offered', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Then' })).toBeVisible();
  await page.goto(at(app.host));
  await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Then' })).toHaveCount(0);
});

test('the number of users is in the address and priced on each plan that counts them', async ({
  page,
  tenant,
}) => {
  const { app } = await tenant({ versions: tiers, features: 5 });
  await page.goto(at(app.host));
  const estimate = page.getByRole('listitem', { name: 'Team' }).getByRole('status');
  await page.getByRole('spinbutton', { name: 'Users' }).fill('25');
  await expect(estimate).toContainText('$210 / month');
  await expect(page).toHaveURL(/seats=25/);
  await page.reload();
  await expect(estimate).toContainText('$210 / month');
  await page.goto(at(app.host, '/?seats=99999'));
  await expect(page.getByRole('spinbutton', { name: 'Users' })).not.toHaveValue('99999');
});

test('optional features are offered exactly where there are some', async ({ page, tenant, enter }) => {
  const versions = [
    { title: 'Bare' },
    { title: 'Rich', features: [1], optional: [{ feature: 2, fee: 500 }] },
  ];
  const some = await tenant({ versions, features: 2 }, (built) => ({ path: built.versions.slice(1) }));
  const none = await tenant({ versions, features: 2 });
  await enter(some);
  await expect(page.getByRole('link', { name: /optional features/i })).toBeVisible();
  await enter(none);
  await expect(page.getByText('Your plan:')).toBeVisible();
  await expect(page.getByRole('link', { name: /optional features/i })).toHaveCount(0);
});

test('no plans at all, and no app at all, say so', async ({ page, tenant }) => {
  const { app } = await tenant({ versions: [{ active: false }] });
  await page.goto(at(app.host));
  await expect(page.getByRole('heading', { name: 'No plans yet' })).toBeVisible();
});
