import { expect } from '@playwright/test';
import { getNextVersion, readPageMetrics } from '@/tools/page-metrics/page-metric';
import { collectScriptSizes } from '@/tools/page-metrics/script-size';
import { test } from '../fixtures';

// Scripts in the cache of an earlier test would not be counted.
test.use({ reuseContext: false });

test('the plans page stays within its script budget', async ({ page, openTenant }) => {
  const { next, emptyPageKb } = readPageMetrics();
  // Building an empty page in every run would be slow. The recorded size is valid for one version of Next.
  expect(next, 'empty page measured with the installed version of Next (npm run page-metrics)').toBe(
    getNextVersion(),
  );
  const getScriptKb = collectScriptSizes(page);
  await openTenant();
  await page.waitForLoadState('networkidle');
  expect((await getScriptKb()) - emptyPageKb, 'kB of script more than an empty page').toBeLessThanOrEqual(27);
  await page.getByRole('button', { name: 'Upgrade to Version 2' }).click();
  await expect(page.getByRole('alertdialog').getByText('You gain 1 feature')).toBeVisible();
  expect(await getScriptKb(), 'kB of script for the dialog').toBeLessThanOrEqual(22.5);
});

test('a page has little HTML for each plan, and for each entry of the history', async ({
  page,
  openTenant,
}) => {
  const features = Array.from({ length: 24 }, (_, index) => `Feature of the plan ${index + 1}`);
  const versions = [
    { title: 'Basic', fee: 500, features: [1, 2, 3, 4] },
    { title: 'Pro', fee: 2000, userFee: 800, features: features.map((_, index) => index + 1) },
  ];
  await openTenant(
    { features, versions },
    {
      account: (app) => ({ history: Array.from({ length: 30 }, (_, index) => app.versions[index % 2]!) }),
      path: '/history',
    },
  );
  await expect(page.getByText('Feature of the plan 24').first()).toBeAttached();
  const getHtmlKb = async (path: string) => (await (await page.request.get(path)).body()).length / 1000;
  expect(await getHtmlKb('/history'), 'kB of HTML of 30 entries').toBeLessThanOrEqual(50);
  expect(await getHtmlKb('/'), 'kB of HTML of two plans').toBeLessThanOrEqual(37);
});
