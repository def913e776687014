import { expect } from '@playwright/test';
import { test } from '../fixtures';

const versions = [
  { title: 'Open', fee: 500, features: [1, 2] },
  { title: 'Unreleased', fee: 900, public: false, features: [1, 2, 3] },
  { title: 'Nameless', fee: null, description: '', features: [1] },
];

test('shows the product team what a customer would see, and the address shares it', async ({
  page,
  tenant,
  enter,
}) => {
  const { app, account } = await tenant({ versions, features: 4 });
  await enter({ app, role: 'product' });
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText('Nothing here is saved, and nothing can be switched.')).toBeVisible();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Open' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Unreleased' }).check();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Look as' }).selectOption({ label: account.title });
  await expect(frame.getByText(/Your plan:/)).toBeVisible();
  await page.getByRole('radio', { name: '320 px' }).check();
  await expect
    .poll(() => page.locator('iframe').evaluate((it: HTMLIFrameElement) => it.contentWindow?.innerWidth))
    .toBe(320);

  await expect(page.getByRole('main')).toContainText('In no plan');
  await expect(page.getByRole('main')).toContainText('Feature 4');
  await expect(page.getByRole('main')).toContainText('No price');
  await expect(page.getByRole('main')).toContainText('No description');

  const address = page.url();
  await page.goto('/');
  await page.goto(address);
  await expect(page.getByRole('checkbox', { name: 'Unreleased' })).toBeChecked();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toBeVisible();
});

test('writes nothing', async ({ page, tenant, enter }) => {
  const { app, account } = await tenant({ versions, features: 4 });
  await enter({ app, role: 'product' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto(`/preview?as=${account.id}`);
  await expect(page.frameLocator('iframe').getByText(/Your plan:/)).toBeVisible();
  for (const button of await page
    .frameLocator('iframe')
    .getByRole('button', { name: /Upgrade|Downgrade/ })
    .all()) {
    await button.click({ force: true });
  }
  await expect(page.frameLocator('iframe').getByRole('alertdialog')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('offline it stays as it is, and says so', async ({ page, context, tenant, enter }) => {
  const { app } = await tenant({ versions, features: 4 });
  await enter({ app, role: 'product' });
  await page.goto('/preview', { waitUntil: 'networkidle' });
  const address = page.url();
  await context.setOffline(true);
  const why = page.getByText('You’re offline. The preview stays as it is');
  await expect(why).toBeVisible();
  const narrow = page.getByRole('radio', { name: '320 px' });
  await expect(narrow).toBeDisabled();
  await narrow.click({ force: true });
  await page.getByRole('checkbox', { name: 'Unreleased' }).click({ force: true });
  await page.getByRole('combobox', { name: 'Look as' }).press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Look as' })).toHaveValue('visitor');
  await expect(narrow).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  expect(page.url()).toBe(address);
  await context.setOffline(false);
  await expect(why).toHaveCount(0);
  await narrow.check();
  await expect(page).toHaveURL(/width=320/);
});

test('is for the product role alone', async ({ page, tenant, enter }) => {
  const { app, account } = await tenant({ versions, features: 4 });
  for (const role of ['owner', 'member'] as const) {
    await enter({ app, account, role });
    await expect(page.getByRole('link', { name: 'Preview' })).toHaveCount(0);
    for (const path of ['/preview', '/preview/frame']) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 404]);
    }
  }
});
