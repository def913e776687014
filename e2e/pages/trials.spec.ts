import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';

const spec = {
  title: 'Larder',
  features: ['Recipes', 'Batches'],
  versions: [
    { title: 'Kitchen', fee: 900, features: [1] },
    { title: 'Brigade', fee: 5900, features: [1, 2], trialDays: 14, trialThen: 'VERSION_1' },
    { title: 'Group', fee: 9900, features: [1, 2], trialDays: 30 },
  ],
};

const card = (page: Page, title: string) => page.getByRole('listitem', { name: title });
const dialog = (page: Page) => page.getByRole('alertdialog');
const line = (page: Page) => page.getByRole('region', { name: 'Planned changes' });

test('an owner starts a trial, sees its end, and chooses the plan before', async ({ page, openTenant }) => {
  await openTenant(spec);
  await expect(card(page, 'Brigade')).toContainText('14-day trial');
  await page.getByRole('button', { name: 'Start trial of Brigade' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Start the trial of Brigade?');
  await expect(dialog(page)).toContainText(/Free until .+, then Kitchen: \$9 a month\./);
  // What the plan costs is a choice of its own.
  await expect(dialog(page).getByRole('table')).toHaveCount(0);
  await dialog(page).getByRole('checkbox', { name: 'Start with a trial of 14 days' }).uncheck();
  await expect(dialog(page)).toHaveAccessibleName('Switch to Brigade?');
  await expect(dialog(page)).toContainText('$59 a month instead of $9 (+$50).');
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByRole('button', { name: 'Start the trial' }).click();
  await expect(page.getByText(/You’re on Brigade: Free until .+, then Kitchen: \$9 a month\./)).toBeVisible();
  await expect(line(page)).toContainText(/Trial of Brigade until .+, then Kitchen\./);

  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  await page.goto('/history');
  await expect(page.getByText(/Upgraded from Kitchen · Trial until/)).toBeVisible();
  await line(page).getByRole('link', { name: 'Choose Brigade' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Choose Brigade now?');
  await expect(dialog(page)).toContainText('$59 a month.');
  await expect(dialog(page)).toContainText(/Your trial until .+ ends\./);
  await dialog(page).getByRole('button', { name: 'Choose Brigade' }).click();
  await expect(page.getByText('You’re on Brigade: $59 a month.')).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await expect(card(page, 'Brigade')).not.toContainText('14-day trial');
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  await page.goto('/history');
  await expect(page.getByText('The trial ended')).toBeVisible();
});

test('the start of a trial says what add-ons cost in it and what becomes of them', async ({
  page,
  openTenant,
}) => {
  const optional = [
    { feature: 2, addOn: 'Pack', fee: 100 },
    { feature: 3, addOn: 'Extra', fee: 200 },
  ];
  const { app, key } = await openTenant({
    title: 'Larder',
    features: ['Recipes', 'Batches', 'Labels'],
    versions: [
      { title: 'Kitchen', fee: 900, features: [1], optional },
      {
        ...{ title: 'Brigade', fee: 5900, features: [1, 2], trialDays: 14, trialThen: 'VERSION_3' },
        optional: [{ ...optional[1]!, fee: 300 }],
      },
      { title: 'Cellar', fee: 500, features: [1], optional: [{ ...optional[0]!, fee: 150 }] },
    ],
  });
  for (const { id } of app.addOns) {
    const response = await page.request.post(`/api/account/optional-features/${id}`, {
      headers: { Authorization: `Bearer ${await key()}` },
      data: { active: true },
    });
    expect(response.status()).toBe(200);
  }
  await page.reload();
  await page.getByRole('button', { name: 'Start trial of Brigade' }).click();
  await expect(dialog(page)).toContainText(
    /Free until .+, then Cellar: \$6\.50 a month\. To keep the plan on trial: \$62 a month\. Add-ons are paid in the trial too: \$3 a month\./,
  );
  await expect(dialog(page)).toContainText(
    'Pack is turned on again then. Pack costs $1.50 / month instead of $1 / month then. Extra is turned off then.',
  );
  await dialog(page).getByRole('button', { name: 'Start the trial' }).click();
  await expect(line(page)).toContainText(
    /Trial of Brigade until .+, then Cellar\. Then \$6\.50 \/ month\. Until then, add-ons cost \$3 \/ month\./,
  );
  await page.goto('/history');
  const scheduled = page.getByRole('listitem').filter({ hasText: 'Scheduled by Larder' });
  await expect(scheduled).toContainText('Then $6.50 / month. Until then, add-ons cost $3 / month.');
});

test('a trial of the plan that follows says what it costs then', async ({ page, openTenant }) => {
  await openTenant(spec);
  await page.getByRole('button', { name: 'Start trial of Group' }).click();
  await expect(dialog(page)).toContainText(/Free until .+, then \$99 a month\./);
  await dialog(page).getByRole('button', { name: 'Start the trial' }).click();
  await expect(line(page)).toContainText(/Trial of Group until .+, then \$99 \/ month\./);
  // Another plan can be chosen at once only.
  await page.getByRole('button', { name: 'Downgrade to Kitchen' }).click();
  await expect(dialog(page)).toContainText('$9 a month.');
  await expect(dialog(page).getByRole('radio')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Switch to Kitchen' }).click();
  await expect(page.getByText('You’re on Kitchen: $9 a month.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to Group' })).toBeVisible();
});
