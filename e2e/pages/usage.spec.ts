import { expect } from '@playwright/test';
import { buildKey } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { checkPage } from './check-page';
import { onVersion } from './page-states';

const spec = {
  title: 'Larder',
  features: ['Projects', 'Storage', 'Export'],
  units: { 1: { unit: 'project', isLimit: true }, 2: { unit: 'GB', isLimit: true } },
  blocking: [1],
  versions: [
    { title: 'Team', fee: 500, features: [1, 2, 3], amounts: { 1: 10, 2: 50 } },
    { title: 'Pro', fee: 2000, features: [1, 2, 3], amounts: { 1: 20, 2: 200 } },
  ],
};

test('pages show what the account uses, and a plan below it says what to remove', async ({
  page,
  db,
  openTenant,
}) => {
  const { app, account } = await openTenant(spec, { account: onVersion('Pro') });
  const headers = { Authorization: `Bearer ${await buildKey(db, { app })}` };
  const [projects = '', storage = ''] = app.features.map(({ humanId }) => humanId);
  const report = async (amounts: Record<string, number>) => {
    const response = await page.request.put(`/api/accounts/${account.id}/usage`, {
      headers,
      data: { amounts },
    });
    expect(response.status()).toBe(200);
  };
  const usage = page.getByRole('region', { name: 'What you use' });
  await expect(page.getByRole('heading', { name: 'Plans', level: 1 })).toBeVisible();
  await expect(usage).toHaveCount(0);

  await report({ [projects]: 14, [storage]: 60.5 });
  await page.reload();
  await expect(usage.getByRole('listitem')).toHaveText(['14 of 20 projects', 'Storage: 60.5 of 200 GB']);
  const blocked = 'You use 14 projects. Team allows 10. Remove 4 first.';
  await expect(page.getByText(blocked)).toBeVisible();
  await checkPage(page, { axe: true });

  await page.goto(`/compare`);
  await expect(page.getByRole('rowheader', { name: /Projects/ })).toContainText('You use 14');

  await report({ [projects]: 10, [storage]: 60.5 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Downgrade to Team' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Team?' });
  await expect(dialog.getByText('Storage: You use 60.5 GB. Team allows 50.')).toBeVisible();
  await expect(dialog.getByText('You use 10 projects.')).toHaveCount(0);
  await checkPage(page, { axe: true });
  // The usage rises while the owner reads.
  await report({ [projects]: 14 });
  await dialog.getByRole('button', { name: 'Switch to Team' }).click();
  await expect(dialog.getByText(blocked)).toBeVisible();

  await report({ [projects]: 9, [storage]: 60.5 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Downgrade to Team' }).click();
  await dialog.getByRole('button', { name: 'Switch to Team' }).click();
  // The page shows the new limits without a reload.
  await expect(usage.getByRole('listitem')).toHaveText(['Storage: 60.5 of 50 GB', '9 of 10 projects']);
});

test('support sees what an account uses, and since when', async ({ page, db, createTenant, signIn }) => {
  const tenant = await createTenant(spec, onVersion('Team'));
  const headers = { Authorization: `Bearer ${await buildKey(db, { app: tenant.app })}` };
  const at = Date.UTC(2026, 2, 3, 12) / 1000;
  const data = { amounts: { [tenant.app.features[0]?.humanId ?? '']: 14 }, reported_at: at };
  await page.request.put(`/api/accounts/${tenant.account.id}/usage`, { headers, data });
  await signIn({ ...tenant, role: 'support' }, `/accounts/${tenant.account.id}`);
  await expect(page.getByText('10 projects · uses 14 (3 March 2026)')).toBeVisible();
  await checkPage(page, { axe: true });
});
