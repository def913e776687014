import { expect } from '@playwright/test';
import { nextVersion, readMeasures } from '@/lib/ops/measure/measures-file';
import { watchScripts } from '@/lib/ops/measure/script-size';
import { test } from '../fixtures';

test('the plans bring little script, and the dialog comes when it is asked for', async ({
  page,
  tenant,
  enter,
}) => {
  const { next, emptyPage } = readMeasures();
  // To build an empty page each time would be dear; the figure is as old as the Next it is of.
  expect(next, 'an empty page was weighed with this Next (npm run measure:pages)').toBe(nextVersion());
  const read = watchScripts(page);
  await enter(await tenant());
  await page.waitForLoadState('networkidle');
  expect((await read()) - emptyPage, 'kB of script above an empty page').toBeLessThanOrEqual(45);
  await page.getByRole('button', { name: 'Upgrade to Version 2' }).click();
  await expect(page.getByRole('alertdialog').getByText('You gain 1 feature')).toBeVisible();
  expect(await read(), 'kB of script for the dialog').toBeLessThanOrEqual(30);
});
