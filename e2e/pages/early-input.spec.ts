import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { at } from './at';

const tiers = [
  { title: 'Basic', fee: 0, features: [1] },
  { title: 'Team', fee: 1000, userFee: 800, features: [1, 2] },
  { title: 'Scale', fee: 9900, features: [1, 2, 3] },
];

/** Opens a page whose scripts don't come until they are let in. */
async function openAsleep(page: Page, url: string): Promise<{ wake: () => void }> {
  let wake = () => {};
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return { wake };
}

test.describe('before the scripts are there', () => {
  test('a plan is asked for, for as many users as were typed', async ({ page, tenant, enter }) => {
    await enter(await tenant({ versions: tiers, features: 4 }));
    const { wake } = await openAsleep(page, '/');
    await page.getByLabel('Users', { exact: true }).fill('25');
    await page.getByRole('button', { name: 'Upgrade to Scale' }).click();
    // Impatience, and another mind.
    await page.getByRole('button', { name: 'Upgrade to Team' }).click({ clickCount: 2 });
    wake();
    await expect(page.getByRole('alertdialog', { name: 'Switch to Team?' })).toBeVisible();
    await expect(page).toHaveURL(/seats=25/);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Users', { exact: true })).toHaveValue('25');
    await expect(page.getByRole('slider')).not.toHaveValue('0');
    // The press that opened it is one step back, not two.
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('the comparison is filtered', async ({ page, tenant }) => {
    const features = ['Alerts', 'Boards', 'Calls', 'Drafts'];
    const { app } = await tenant({ versions: [...tiers, { title: 'Max', features: [1, 3, 4] }], features });
    const { wake } = await openAsleep(page, at(app.host, '/compare'));
    await page.getByRole('checkbox', { name: 'Only differences' }).check();
    await page.getByRole('checkbox', { name: 'Basic' }).uncheck();
    await page.getByRole('checkbox', { name: 'Max' }).uncheck();
    await page.getByRole('searchbox').fill('a');
    wake();
    await expect(page.getByRole('rowheader')).toHaveText([/Calls/]);
    await expect(page.getByRole('columnheader')).toHaveText([/./, /Team/, /Scale/]);
    await expect(page).toHaveURL(/q=a/);
    await expect(page).toHaveURL(/differences=true/);
    await expect(page).toHaveURL(/plans=/);
  });

  test('two plans are chosen on a narrow screen', async ({ page, tenant }) => {
    const { app } = await tenant({ versions: tiers, features: 4 });
    await page.setViewportSize({ width: 320, height: 640 });
    const { wake } = await openAsleep(page, at(app.host, '/compare'));
    const second = page.getByRole('combobox').nth(1);
    await second.selectOption({ label: 'Scale' });
    wake();
    await expect(page.getByRole('columnheader')).toHaveText([/./, /Basic/, /Scale/]);
    await expect(second.locator('option:checked')).toHaveText('Scale');
  });

  test('theme and language are chosen', async ({ page }) => {
    const { wake } = await openAsleep(page, '/sign-in');
    await page.getByText('Dark', { exact: true }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    wake();
    await expect(page.getByRole('heading', { level: 1, name: 'Wer sind Sie heute?' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('older changes are asked for', async ({ page, tenant, enter }) => {
    const made = await tenant({ versions: tiers, features: 4 }, ({ versions }) => ({
      path: Array.from({ length: 14 }, (_, at) => versions[at % 2]).filter((each) => each !== undefined),
    }));
    await enter(made);
    const { wake } = await openAsleep(page, '/history');
    await page.getByRole('button', { name: 'Show all 14 changes' }).click();
    wake();
    await expect(page.getByRole('main').getByRole('list').first().locator(':scope > li')).toHaveCount(14);
  });

  test('the product team chooses what it looks at', async ({ page, tenant, enter }) => {
    const { app, account } = await tenant({ versions: tiers, features: 4 });
    await enter({ app, role: 'product' });
    const { wake } = await openAsleep(page, '/preview');
    await page.getByRole('combobox', { name: 'Look as' }).selectOption({ label: account.title });
    await page.getByRole('radio', { name: '320 px' }).check();
    wake();
    await expect(page).toHaveURL(/width=320/);
    await expect(page).toHaveURL(new RegExp(`as=${account.id}`));
    await expect(page.frameLocator('iframe').getByText(/Your plan:/)).toBeVisible();
  });
});
