import { expect, type Page } from '@playwright/test';
import { pageUrl, test } from '../fixtures';

// The scripts of a page are held back, so they must not be in the cache of an earlier test.
test.use({ reuseContext: false });

const versionSpecs = [
  { title: 'Basic', fee: 0, features: [1] },
  { title: 'Team', fee: 1000, userFee: 800, features: [1, 2] },
  { title: 'Scale', fee: 9900, features: [1, 2, 3] },
];

/** Opens a page and holds its scripts back until `releaseScripts` is called. */
async function openWithoutScripts(page: Page, url: string): Promise<{ releaseScripts: () => void }> {
  let releaseScripts = () => {};
  const released = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return { releaseScripts };
}

test.describe('input before hydration is replayed', () => {
  test('number of users and click on a switch button', async ({ page, createTenant, signIn }) => {
    await signIn(await createTenant({ versions: versionSpecs, features: 4 }), null);
    const { releaseScripts } = await openWithoutScripts(page, '/');
    await page.getByLabel('Users', { exact: true }).fill('25');
    await page.getByRole('button', { name: 'Upgrade to Scale' }).click();
    // A double click on another plan replaces the first click.
    await page.getByRole('button', { name: 'Upgrade to Team' }).click({ clickCount: 2 });
    releaseScripts();
    await expect(page.getByRole('alertdialog', { name: 'Switch to Team?' })).toBeVisible();
    await expect(page).toHaveURL(/seats=25/);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Users', { exact: true }).first()).toHaveValue('25');
    await expect(page.getByRole('slider').first()).not.toHaveValue('0');
    // The replayed click adds one history entry, not two.
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('filters of the comparison', async ({ page, createTenant }) => {
    const features = ['Alerts', 'Boards', 'Calls', 'Drafts'];
    const { app } = await createTenant({
      versions: [...versionSpecs, { title: 'Max', features: [1, 3, 4] }],
      features,
    });
    const { releaseScripts } = await openWithoutScripts(page, pageUrl(app.host, '/compare'));
    await page.getByRole('checkbox', { name: 'Only differences' }).check();
    await page.getByRole('checkbox', { name: 'Basic' }).uncheck();
    await page.getByRole('checkbox', { name: 'Max' }).uncheck();
    await page.getByRole('searchbox').fill('a');
    releaseScripts();
    await expect(page.getByRole('rowheader')).toHaveText([/Calls/]);
    await expect(page.getByRole('columnheader')).toHaveText([/./, /Team/, /Scale/]);
    await expect(page).toHaveURL(/q=a/);
    await expect(page).toHaveURL(/differences=true/);
    await expect(page).toHaveURL(/plans=/);
  });

  test('plan selects on a narrow screen', { tag: '@full' }, async ({ page, createTenant }) => {
    const { app } = await createTenant({ versions: versionSpecs, features: 4 });
    await page.setViewportSize({ width: 320, height: 640 });
    const { releaseScripts } = await openWithoutScripts(page, pageUrl(app.host, '/compare'));
    const second = page.getByRole('combobox').nth(1);
    await second.selectOption({ label: 'Scale' });
    releaseScripts();
    await expect(page.getByRole('columnheader')).toHaveText([/./, /Basic/, /Scale/]);
    await expect(second.locator('option:checked')).toHaveText('Scale');
  });

  test('theme and language', async ({ page }) => {
    const { releaseScripts } = await openWithoutScripts(page, '/sign-in');
    await page.getByText('Dark', { exact: true }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    releaseScripts();
    await expect(page.getByRole('heading', { level: 1, name: 'Demo-Person auswählen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('click on "Show all" in the history', { tag: '@full' }, async ({ page, createTenant, signIn }) => {
    const tenant = await createTenant({ versions: versionSpecs, features: 4 }, ({ versions }) => ({
      history: Array.from({ length: 14 }, (_, index) => versions[index % 2]).filter(
        (each) => each !== undefined,
      ),
    }));
    await signIn(tenant, null);
    const { releaseScripts } = await openWithoutScripts(page, '/history');
    await page.getByRole('button', { name: 'Show all 14 changes' }).click();
    releaseScripts();
    await expect(page.getByRole('main').getByRole('list').first().locator(':scope > li')).toHaveCount(14);
  });

  test('controls of the preview', { tag: '@full' }, async ({ page, createTenant, signIn }) => {
    const { app, account } = await createTenant({ versions: versionSpecs, features: 4 });
    await signIn({ app, role: 'product' }, null);
    const { releaseScripts } = await openWithoutScripts(page, `/preview?as=${account.id}`);
    await page.getByRole('searchbox', { name: 'Find an account' }).fill('zzz');
    const viewAs = page.getByRole('combobox', { name: 'View as' });
    await viewAs.selectOption({ label: 'Visitor' });
    await page.getByRole('radio', { name: '320 px' }).check();
    releaseScripts();
    await expect(page).toHaveURL(/width=320/);
    await expect(page).not.toHaveURL(/as=/);
    await expect(viewAs.locator('option')).toHaveText(['Visitor']);
    const frame = page.frameLocator('iframe').first();
    await expect(frame.getByRole('heading', { name: 'Basic' })).toBeVisible();
    await expect(frame.getByText(/Your plan:/)).toHaveCount(0);
  });
});
