import { expect } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AppSpec } from '@/prisma/factories/build-app';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const versions: AppSpec['versions'] = [
  { title: 'Free', fee: 0, features: [1, 3], amounts: { 1: 3 } },
  {
    title: 'Team',
    fee: 2000,
    features: [1, 2, 3],
    amounts: { 1: 10, 2: 50 },
    optional: [{ feature: 1, addOn: 'Extra project', fee: 300, adds: 1, maxQuantity: 20 }],
  },
  { title: 'Pro', fee: 4900, features: [1, 2, 3], amounts: { 1: 'unlimited', 2: 500 } },
  { title: 'Enterprise', fee: null, features: [1, 2, 3], amounts: { 1: 'unlimited', 2: 'unlimited' } },
];
const features = ['Projects', 'Storage', 'Export'];

test('the plans page names the cheapest plan for the usage of the account', async ({
  page,
  createTenant,
  signIn,
  db,
}) => {
  const tenant = await createTenant({ features, versions });
  const { app, account } = tenant;
  const key = { appId: app.id, accountId: account.id };
  const report = (projects: number, storage: number) =>
    withTenant(db, key, (queries) => {
      const amounts = { [app.features[0]!.humanId]: projects, [app.features[1]!.humanId]: storage };
      const row = { ...key, amounts, reportedAt: new Date() };
      return queries.accountUsage.upsert({
        where: { appId_accountId: key },
        create: row,
        update: row,
      });
    });
  const section = page.getByRole('region', { name: 'Cheapest plan for your usage' });

  await signIn(tenant);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(section).toHaveCount(0);

  await report(14, 20);
  await page.reload();
  await expect(section.getByRole('paragraph').first()).toHaveText('Team + 4 × Extra project$32 / month');
  await section.getByText('Your usage in each plan').click();
  await checkPage(page, {
    axe: true,
    assertContent: () =>
      expect(section.getByRole('listitem')).toHaveText([
        'FreeNot enough for your usage: Projects, Storage',
        'TeamLarge enough with 4 × Extra project$32 / month',
        'ProLarge enough for your usage$49 / month',
        'EnterpriseLarge enough for your usagePrice on request',
      ]),
  });
  await section.getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(/#plan-/);

  await report(14, 501);
  await page.reload();
  await expect(section).toContainText('No plan with a price is large enough for your usage.');
});
