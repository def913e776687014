import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { makeId } from '@/lib/contract/ids';
import type { VersionList } from '@/lib/contract/version-list';
import { buildKey } from '@/prisma/builders/build-credential';
import { Refused } from '@/prisma/catalog/fault';
import { applyImport } from '@/prisma/catalog/import-catalog';
import { loadFiles } from '@/prisma/catalog/load-files';
import { test } from '../fixtures';
import { ask } from './ask';

const folder = resolve(import.meta.dirname, '../../../shared/pricings');
const files = existsSync(folder) ? listFiles() : [];

function listFiles(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)))
    .filter((file) => file.endsWith('.yml'));
}

test('every real price list is served as it stands in its file, or refused with the reason', async ({
  request,
  db,
}) => {
  test.skip(files.length === 0, `There are no price lists in ${folder}.`);
  test.setTimeout(180_000);
  let served = 0;
  const refused: string[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const slug = `real-${file.replace(/\W+/g, '-').toLowerCase()}`;
    try {
      await applyImport(db, { slug, ...(await loadFiles(path)) }, makeId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      expect(error.message, 'a refusal names file and place').toMatch(/\.yml:\d+:\d+/);
      refused.push(error.message);
      continue;
    }
    const key = await buildKey(db, { app: await db.app.findUniqueOrThrow({ where: { slug } }) });
    const { status, body } = await ask<VersionList>(request, '/app/versions', { key });
    const raw = parse(readFileSync(path, 'utf8'));
    const rows = body.data.matrix?.features ?? [];
    const addOns = rows.filter(({ group }) => group === 'Add-ons');
    const seen = { status, versions: body.data.versions.length, features: rows.length - addOns.length };
    const stated = { versions: Object.keys(raw.plans).length, features: Object.keys(raw.features).length };
    expect({ file, ...seen }).toEqual({ file, status: 200, ...stated });
    expect(addOns.length, file).toBeLessThanOrEqual(Object.keys(raw.addOns ?? {}).length);
    served += 1;
  }
  console.log(`${served} of ${files.length} price lists are served, ${refused.length} refused.`, ...refused);
  expect(served).toBeGreaterThan(files.length / 2);
});
