import { expect, type Page } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import { pageUrl, type Tenant } from '../fixtures';
import { catalog, findVersion, goOffline, onVersion, stallResponses, testPageStates } from './page-states';

const getDialogPath = (tenant: Tenant, title = 'Pro') => `/?switch=${findVersion(tenant, title).id}`;
const getDialog = (page: Page, title = 'Pro') =>
  page.getByRole('alertdialog', { name: `Switch to ${title}?` });

testPageStates('switch dialog', {
  loading: 'Part of the state of an owner.',
  empty: async ({ page, openTenant, check }) => {
    const versions = [{ title: 'Basic' }, { title: 'Pro', fee: 100 }];
    await openTenant({ versions }, { path: getDialogPath });
    await check(() => expect(getDialog(page)).toContainText('The features stay the same.'));
  },
  'error and retry': async ({ page, openTenant, check }) => {
    await page.route('**/preview?*', (route) => route.abort('connectionreset'));
    await openTenant(catalog, { path: getDialogPath });
    await check(() =>
      expect(getDialog(page).getByRole('alert')).toContainText('The changes couldn’t be loaded'),
    );
    await page.unrouteAll();
    await getDialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(getDialog(page)).toContainText('You gain 1 feature');
  },
  'refetch failed': 'The dialog loads its preview each time it opens and never shows an older one.',
  offline: 'Part of the state of an owner.',
  visitor: async ({ page, createTenant, check }) => {
    const tenant = await createTenant(catalog);
    await page.goto(pageUrl(tenant.app.host, getDialogPath(tenant)));
    await check(async () => {
      await expect(page.getByRole('heading', { name: 'Pro' })).toBeVisible();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    });
  },
  member: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'member', path: getDialogPath });
    await check(async () => {
      const dialog = page.getByRole('alertdialog', { name: 'Ask for Pro?' });
      await expect(dialog).toContainText('An owner of your account decides.');
      await expect(dialog.getByRole('button')).toContainText(['Keep Basic', 'Ask for Pro']);
    });
  },
  owner: async ({ page, context, openTenant, check }) => {
    const release = await stallResponses(page, '/preview?*');
    await openTenant(catalog, { path: getDialogPath });
    const confirm = getDialog(page).getByRole('button', { name: 'Switch to Pro' });
    await check(async () => {
      await expect(getDialog(page).locator('[aria-busy=true]').getByRole('status')).toHaveText(
        /Loading changes/,
      );
      await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    });
    await release();
    await check(async () => {
      await expect(getDialog(page)).toContainText('You gain 1 feature');
      await expect(getDialog(page).getByRole('button', { name: 'Keep Basic' })).toBeFocused();
      await expect(confirm).toBeEnabled();
    });
    await goOffline({ page, context });
    await check(async () => {
      await expect(getDialog(page)).toContainText('Nothing is sent until you press the button again.');
      await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    });
  },
  product: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'product', path: (tenant) => getDialogPath(tenant, 'Unreleased') });
    await check(() => expect(getDialog(page, 'Unreleased')).toContainText('You can’t switch to this plan'));
  },
  'retired plan': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: onVersion('Legacy'), path: getDialogPath });
    await check(async () => {
      await expect(getDialog(page)).toContainText('Current plan: Legacy.');
      await expect(getDialog(page).getByRole('button', { name: 'Keep Legacy' })).toBeVisible();
    });
  },
  'blocked switch': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { path: (tenant) => getDialogPath(tenant, 'Enterprise') });
    await check(async () => {
      await expect(getDialog(page, 'Enterprise')).toContainText('You can’t switch to this plan');
      await expect(getDialog(page, 'Enterprise')).toContainText('lists no contact address');
      await expect(getDialog(page, 'Enterprise')).not.toContainText('Takes effect');
    });
  },
  'stale dialog': async ({ page, openTenant, db, check }) => {
    const tenant = await openTenant(catalog, { path: getDialogPath });
    await expect(getDialog(page)).toContainText('$20');
    // Until the preview has loaded, the price comes from the list.
    await expect(getDialog(page).locator('[aria-busy]')).toHaveCount(0);
    const { id } = findVersion(tenant, 'Pro');
    await withTenant(db, { appId: tenant.app.id }, (queries) =>
      queries.version.update({ where: { appId_id: { appId: tenant.app.id, id } }, data: { fee: 3000 } }),
    );
    await getDialog(page).getByRole('button', { name: 'Switch to Pro', exact: true }).click();
    await check(async () => {
      await expect(getDialog(page).getByRole('status')).toContainText('A price has changed.');
      await expect(getDialog(page)).toContainText('$30');
      await expect(getDialog(page).getByRole('button', { name: 'Yes, switch to Pro' })).toBeEnabled();
    });
    // The responses to the confirmed switch are lost.
    await page.route('**/api/app/versions', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort('connectionreset');
    });
    await getDialog(page).getByRole('button', { name: 'Yes, switch to Pro' }).click();
    const retry = getDialog(page).getByRole('button', { name: 'Try again' });
    await check(async () => {
      await expect(getDialog(page).getByRole('status')).toContainText(
        'We don’t know yet whether the switch worked',
      );
      await expect(retry).toBeEnabled();
    });
    await page.unrouteAll();
    await retry.click();
    await expect(page.getByRole('status').filter({ hasText: 'You’re on Pro' })).toBeFocused();
  },
  'unknown outcome': 'Part of the stale dialog.',
});
