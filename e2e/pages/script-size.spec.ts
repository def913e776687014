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
