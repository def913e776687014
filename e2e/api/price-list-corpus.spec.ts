import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import { applyImport, planImport } from '@/lib/catalog-import/import-catalog';
import { loadImportFiles } from '@/lib/catalog-import/load-import-files';
import { makeId } from '@/lib/contract/ids';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Version, VersionList } from '@/lib/contract/versions';
import { type AppCatalog, readCatalog } from '@/lib/db/catalog';
import { withTenant } from '@/lib/db/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { compareChanges, compareWithFile, type Served } from '@/tools/testing/price-list-comparison';
import { listPriceLists, readPriceList } from '@/tools/testing/price-list-reader';
import { test } from '../fixtures';
import { assertEntryMatchesPreview, getLatestHistoryEntry, sendRequest } from './api-client';

// The newest price list of each product over HTTP. tools/testing/price-list-agreement.db.test.ts compares all lists.

const folder = resolve(import.meta.dirname, '../../../shared/pricings');
const files = existsSync(folder) ? listPriceLists(folder).filter((file) => file.endsWith('2025.yml')) : [];

test('lists, previews, switches and histories agree with the price lists', async ({ request, db }) => {
  test.skip(files.length === 0, `There are no price lists in ${folder}.`);
  test.setTimeout(240_000);
  let switches = 0;
  for (const file of files) {
    const slug = `real-${file.replace(/\W+/g, '-').toLowerCase()}`;
    const input = { slug, ...(await loadImportFiles(join(folder, file))) };
    const plan = await applyImport(db, input, makeId);
    const again = await planImport(db, input);
    const app = await db.app.findUniqueOrThrow({ where: { slug } });
    const catalog = await withTenant(db, { appId: app.id }, (queries) => readCatalog(queries, app.id));
    const key = await buildKey(db, { app });
    const { body } = await sendRequest<VersionList>(request, '/app/versions', { key });
    const served: Served = { list: readPriceList(folder, file), catalog, response: body.data, plan, again };
    expect(compareWithFile(served), file).toEqual([]);
    await assertVersionsMatchList(request, key, body.data);

    const account = await buildAccount(db, { ...app, versions: [], features: [], addOns: [], host: '' });
    const accountKey = await buildKey(db, { app, account });
    switches += await switchThroughPlans(request, accountKey, served, catalog);
  }
  expect(switches).toBeGreaterThan(files.length);
});

/** Asserts that each single version has the prices and the content of the list. */
async function assertVersionsMatchList(
  request: APIRequestContext,
  key: string,
  { versions, matrix }: VersionList['data'],
): Promise<void> {
  for (const entry of versions) {
    const { body } = await sendRequest<Version>(request, `/app/versions/${entry.id}`, { key });
    const { fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee } = entry;
    expect(body).toMatchObject({ fee, fee_unit, user_fee_unit, annual_fee, annual_user_fee });
    const rows = (matrix?.features ?? []).filter((row) => row.versions[entry.id]);
    expect(body.features.map(({ id: _, ...feature }) => feature)).toEqual(
      rows.map((row) => ({
        title: row.title,
        human_id: row.id,
        value: row.values[entry.id] ?? null,
        ...(row.amounts[entry.id] ?? { amount: null, unlimited: false }),
        unit: row.unit,
        period: row.period,
        renewable: row.renewable,
      })),
    );
  }
}

/** Switches to each plan that allows it and back down. Returns the number of switches. */
async function switchThroughPlans(
  request: APIRequestContext,
  key: string,
  served: Served,
  catalog: AppCatalog,
): Promise<number> {
  const keyOf = (id: string) => catalog.versions.find((version) => version.id === id)?.catalogKey ?? '';
  const ids = served.response.versions.map(({ id }) => id);
  let switches = 0;
  for (const id of [...ids, ...ids.toReversed()]) {
    const preview = await sendRequest<SwitchPreview>(request, `/app/versions/${id}/preview`, { key });
    const { data } = preview.body;
    const plans = { from: data.from && keyOf(data.from.id), to: keyOf(id) };
    if (!data.allowed || data.from?.id === id) continue;
    expect(compareChanges(served, plans, data)).toEqual([]);
    await sendRequest(request, '/app/versions', { key, body: { version_id: id } });
    const entry = await getLatestHistoryEntry(request, key);
    assertEntryMatchesPreview(data, entry);
    switches += 1;
  }
  return switches;
}
