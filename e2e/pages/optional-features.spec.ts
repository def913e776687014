import { expect } from '@playwright/test';
import { test } from '../fixtures';

const versions = [
  {
    title: 'Basic',
    fee: 500,
    features: [1],
    optional: [
      { feature: 2, fee: 300, offer: 'Audit pack' },
      { feature: 3, userFee: 150, offer: 'Seats plus' },
      { feature: 4, offer: 'On-site day' },
    ],
  },
  { title: 'Pro', fee: 2000, features: [1, 2, 3, 4] },
];

test('shows what can be added to the account’s plan, and what it costs', async ({ page, tenant, enter }) => {
  await enter(await tenant({ versions, features: 4 }));
  await page.getByRole('link', { name: 'Optional features' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('What you can add to Basic');
  await expect(main).toContainText('Audit pack');
  await expect(main).toContainText('$3 / month');
  await expect(main).toContainText('$1.50 per user / month');
  await expect(main).toContainText('Price on request');
});

test('by a deep link without any says so', async ({ page, tenant, enter }) => {
  await enter(
    await tenant({ versions, features: 4 }, (built) => ({ path: built.versions.slice(1) })),
    '/optional-features',
  );
  await expect(page.getByRole('heading', { name: 'Nothing to add to Pro' })).toBeVisible();
});
