import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import { Refused } from '@/prisma/catalog/fault';
import { applyImport } from '@/prisma/catalog/import-catalog';
import { loadFiles } from '@/prisma/catalog/load-files';
import { test } from '../fixtures';
import { at } from './at';
import { lookOver } from './look-over';

const folder = resolve(import.meta.dirname, '../../../shared/pricings');
const files = existsSync(folder)
  ? readdirSync(folder)
      .map((name) => join(folder, name, '2025.yml'))
      .filter((file) => existsSync(file))
  : [];
const batches = 6;

for (let batch = 0; batch < batches; batch += 1) {
  test(`real price lists of 2025, ${batch + 1} of ${batches}: no fault on the plans and in the grid`, async ({
    page,
    db,
  }) => {
    test.skip(files.length === 0, `There are no price lists in ${folder}.`);
    test.setTimeout(180_000);
    for (const file of files.filter((_, at) => at % batches === batch)) {
      const slug = `look-${file.split('/').at(-2)?.replace(/\W+/g, '-').toLowerCase()}`;
      try {
        await applyImport(db, { slug, ...(await loadFiles(file)) }, makeId);
      } catch (error) {
        // Refusals are looked at where lists are imported.
        if (error instanceof Refused) continue;
        throw error;
      }
      await db.app.update({ where: { slug }, data: { host: `${slug}.localhost` } });
      for (const path of ['/', '/compare']) {
        await test.step(`${slug} ${path}`, async () => {
          await page.goto(at(`${slug}.localhost`, path));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await lookOver(page, { themes: ['light'] });
        });
      }
    }
  });
}
