import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { ImportError } from '@/lib/catalog-import/diagnostics';
import { applyImport } from '@/lib/catalog-import/import-catalog';
import { loadImportFiles } from '@/lib/catalog-import/load-import-files';
import { makeId } from '@/lib/contract/ids';
import type { VersionList } from '@/lib/contract/versions';
import { buildKey } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const folder = resolve(import.meta.dirname, '../../../shared/pricings');
const files = existsSync(folder) ? listFiles() : [];

function listFiles(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)))
    .filter((file) => file.endsWith('.yml'));
}

test('every price list of the corpus is served with its plans and features, or rejected with file and line', async ({
  request,
  db,
}) => {
  test.skip(files.length === 0, `There are no price lists in ${folder}.`);
  test.setTimeout(180_000);
  let served = 0;
  const rejected: string[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const slug = `real-${file.replace(/\W+/g, '-').toLowerCase()}`;
    try {
      await applyImport(db, { slug, ...(await loadImportFiles(path)) }, makeId);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      expect(error.message, 'an import error has file, line and column').toMatch(/\.yml:\d+:\d+/);
      rejected.push(error.message);
      continue;
    }
    const key = await buildKey(db, { app: await db.app.findUniqueOrThrow({ where: { slug } }) });
    const { status, body } = await sendRequest<VersionList>(request, '/app/versions', { key });
    const raw = parse(readFileSync(path, 'utf8'));
    const rows = body.data.matrix?.features ?? [];
    const addOns = rows.filter(({ group }) => group === 'Add-ons');
    const actual = { status, versions: body.data.versions.length, features: rows.length - addOns.length };
    const expected = { versions: Object.keys(raw.plans).length, features: Object.keys(raw.features).length };
    expect({ file, ...actual }).toEqual({ file, status: 200, ...expected });
    expect(addOns.length, file).toBeLessThanOrEqual(Object.keys(raw.addOns ?? {}).length);
    served += 1;
  }
  console.log(
    `${served} of ${files.length} price lists are served, ${rejected.length} rejected.`,
    ...rejected,
  );
  expect(served).toBeGreaterThan(files.length / 2);
});
