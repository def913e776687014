import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import { loadImportFiles } from '@/lib/price-list/parse/load-import-files';
import { publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { ImportError } from '@/lib/price-list/yaml/diagnostics';
import { pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';

const folder = resolve(import.meta.dirname, '../../../shared/pricings');
const files = existsSync(folder)
  ? readdirSync(folder)
      .map((name) => join(folder, name, '2025.yml'))
      .filter((file) => existsSync(file))
  : [];
const batchCount = 6;

for (let batch = 0; batch < batchCount; batch += 1) {
  test(`price lists of 2025, batch ${batch + 1} of ${batchCount}: accessibility and layout of the plans and the comparison`, async ({
    page,
    db,
  }) => {
    test.skip(files.length === 0, `There are no price lists in ${folder}.`);
    for (const file of files.filter((_, index) => index % batchCount === batch)) {
      const slug = `layout-${file.split('/').at(-2)?.replace(/\W+/g, '-').toLowerCase()}`;
      try {
        await publishPriceList(db, { slug, ...(await loadImportFiles(file)) }, makeId);
      } catch (error) {
        // The API test of the price lists asserts the message of an import error.
        if (error instanceof ImportError) continue;
        throw error;
      }
      await db.app.update({ where: { slug }, data: { host: `${slug}.localhost` } });
      for (const path of ['/', '/compare']) {
        await test.step(`${slug} ${path}`, async () => {
          await page.goto(pageUrl(`${slug}.localhost`, path));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await checkPage(page, { themes: ['light'] });
        });
      }
    }
  });
}
