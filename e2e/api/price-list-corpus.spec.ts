import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { MatrixFeature, Version, VersionEntry, VersionList } from '@/lib/contract/versions';
import { type AppCatalog, readCatalog } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { loadImportFiles } from '@/lib/price-list/parse/load-import-files';
import { planPublication, publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { importList } from '@/tools/testing/import-lists';
import { compareChanges, compareWithFile, type Served } from '@/tools/testing/price-list-comparison';
import { listPriceLists, readPriceList } from '@/tools/testing/price-list-reader';
import { test } from '../fixtures';
import { assertEntryMatchesPreview, getLatestHistoryEntry, sendRequest } from './api-client';

// The newest price list of each product over HTTP. tools/testing/price-list-agreement.db.test.ts compares all lists.

const folder = resolve(import.meta.dirname, '../../../shared/pricings');
const files = existsSync(folder) ? listPriceLists(folder).filter((file) => file.endsWith('2025.yml')) : [];

test('lists, previews, switches and histories agree with the price lists', async ({ request, db }) => {
  test.skip(files.length === 0, `There are no price lists in ${folder}.`);
  let switches = 0;
  for (const file of files) {
    const slug = `real-${file.replace(/\W+/g, '-').toLowerCase()}`;
    const input = { slug, ...(await loadImportFiles(join(folder, file))) };
    const plan = await publishPriceList(db, input, makeId);
    const again = await planPublication(db, input);
    const app = await db.app.findUniqueOrThrow({ where: { slug } });
    const catalog = await withTenant(db, { appId: app.id }, (queries) => readCatalog(queries, app.id));
    const key = await buildKey(db, { app });
    const { body } = await sendRequest<VersionList>(request, '/app/versions', { key });
    const served: Served = { list: readPriceList(folder, file), catalog, response: body.data, plan, again };
    expect(compareWithFile(served), file).toEqual([]);
    await assertVersionsMatchList(request, key, body.data);

    await assertTranslatedLists(request, key, { served, file, slug, db });

    const account = await buildAccount(db, { ...app, versions: [], features: [], addOns: [], host: '' });
    const accountKey = await buildKey(db, { app, account });
    switches += await switchThroughPlans(request, accountKey, served, catalog);
  }
  expect(switches).toBeGreaterThan(files.length);
});

/** Publishes the list with titles of every other plan and feature in two languages, and asserts that they are served. */
async function assertTranslatedLists(
  request: APIRequestContext,
  key: string,
  { served, file, slug, db }: { served: Served; file: string; slug: string; db: Database },
): Promise<void> {
  const languages = ['de', 'ar'];
  const translate = (language: string, name: string) => `${language} ${name}`;
  const isTranslated = new Map(
    [...Object.keys(served.list.plans), ...Object.keys(served.list.features)].map((name, index) => [
      name,
      index % 2 === 0,
    ]),
  );
  const createTitles = (language: string, names: string[]) =>
    Object.fromEntries(
      names
        .filter((name) => isTranslated.get(name))
        .map((name) => [name, { title: translate(language, name) }]),
    );
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      {
        plans: createTitles(language, Object.keys(served.list.plans)),
        features: createTitles(language, Object.keys(served.list.features)),
      },
    ]),
  );
  const source = readFileSync(join(folder, file), 'utf8');
  await importList(db, slug, source, JSON.stringify({ app: { language: 'en' }, texts }));
  const listed = served.response;
  for (const language of languages) {
    const headers = { 'Accept-Language': language };
    const { body } = await sendRequest<VersionList>(request, '/app/versions', { key, headers });
    const { versions, matrix } = body.data;
    const expectTitle = (name: string | undefined, title: string) =>
      isTranslated.get(name ?? '') ? [translate(language, name ?? ''), false] : [title, true];
    const planKey = (id: string) => served.catalog.versions.find((version) => version.id === id)?.catalogKey;
    const rowKey = (id: string) => served.catalog.features.find((row) => row.humanId === id)?.catalogKey;
    expect(
      versions.map(({ title, untranslated }) => [title, untranslated?.includes('title') ?? false]),
      `${file} ${language}`,
    ).toEqual(listed.versions.map(({ id, title }) => expectTitle(planKey(id), title)));
    expect(
      matrix?.features.map(({ title, untranslated }) => [title, untranslated?.includes('title') ?? false]),
      `${file} ${language}`,
    ).toEqual(listed.matrix?.features.map(({ id, title }) => expectTitle(rowKey(id), title)));
    // All else is the same.
    expect(versions.map(pickNumbers)).toEqual(listed.versions.map(pickNumbers));
    expect(matrix?.features.map(pickContent)).toEqual(listed.matrix?.features.map(pickContent));
  }
}

const pickNumbers = ({ id, fee, user_fee, annual_fee, annual_user_fee, total, tag }: VersionEntry) => ({
  ...{ id, fee, user_fee, annual_fee, annual_user_fee, total, tag },
});

const pickContent = ({ id, versions, amounts, unit, period, group }: MatrixFeature) => ({
  ...{ id, versions, amounts, unit, period, group },
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
