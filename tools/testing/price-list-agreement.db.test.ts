import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { retrievePricingFromYaml } from 'pricing4ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import type { MatrixFeature } from '@/lib/contract/versions';
import { readCatalog } from '@/lib/db/catalog';
import { type Database, openClient } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { noCallerState } from '@/lib/domain/caller';
import { listVersions } from '@/lib/domain/subscription/list-versions';
import { serializeVersionList } from '@/lib/http/serializers/serializers';
import { isUnchanged } from '@/lib/price-list/compare/catalog-changes';
import type { ImportInput } from '@/lib/price-list/compare/plan-publication';
import { exportApp } from '@/lib/price-list/export/export-catalog';
import { parseExtension } from '@/lib/price-list/parse/extension';
import { loadImportFiles } from '@/lib/price-list/parse/load-import-files';
import { parsePriceList } from '@/lib/price-list/parse/parse-price-list';
import { planPublication, publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { compareAddOns, compareWithFile, type Served } from './price-list-comparison';
import { listPriceLists, readPriceList } from './price-list-reader';
import { createTestDatabase, type TestDatabase } from './test-database';

// Every price list of the corpus is imported, and what the API serves is compared with the YAML file: every feature and every
// limit of every plan, every add-on and every price. The files are read by code of their own.

/** 132 yearly price lists of 20 products. They are not part of the repository. */
const folder = '../shared/pricings';
const files = existsSync(folder) ? listPriceLists(folder) : [];

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openClient(database.url, { as: 'owner' });
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

const toSlug = (file: string) => file.replace(/\.yml$/, '').replace(/[^a-z0-9]+/g, '-');

async function importList(file: string): Promise<Served> {
  const slug = toSlug(file);
  const input = { slug, ...(await loadImportFiles(join(folder, file))) };
  const plan = await publishPriceList(db, input, makeId);
  const again = await planPublication(db, input);
  return { list: readPriceList(folder, file), plan, again, ...(await readApp(slug)) };
}

async function readApp(slug: string): Promise<Pick<Served, 'catalog' | 'response'>> {
  const { id: appId } = await db.app.findUniqueOrThrow({ where: { slug } });
  const catalog = await withTenant(db, { appId }, (queries) => readCatalog(queries, appId));
  const view = { catalog, state: noCallerState };
  const { data } = serializeVersionList(listVersions(view, { role: null, account: null }), { matrix: true });
  return { catalog, response: data };
}

/** Exports an app and parses the files that it would be written to. The format's own library must accept the list. */
async function exportInput(slug: string): Promise<ImportInput> {
  const exported = await exportApp(db, slug, new Date());
  retrievePricingFromYaml(exported?.priceList ?? '');
  const priceListFile = parsePriceList('export.yml', exported?.priceList ?? '');
  const extension = exported?.extension ?? null;
  const extensionFile =
    extension === null ? null : parseExtension('export.extension.yml', extension, priceListFile.list);
  return { slug, priceListFile, extensionFile };
}

/** A response with ids replaced by the keys of the price list. */
function replaceIds({ catalog, response }: Pick<Served, 'catalog' | 'response'>): string {
  const keys = [...catalog.versions, ...catalog.addOns].map(
    ({ id, catalogKey }) => [id, catalogKey] as const,
  );
  return keys.reduce((text, [id, key]) => text.replaceAll(id, key), JSON.stringify(response));
}

if (files.length === 0) console.log(`Skipped: no price lists in ${folder}.`);

describe.skipIf(files.length === 0)('the API serves what the price lists contain', () => {
  test('every feature, limit, add-on and price of every plan', async () => {
    const differences: string[] = [];
    let allowed = 0;
    for (const file of files) {
      const served = await importList(file);
      const addOns = compareAddOns(served);
      allowed += addOns.allowed;
      const found = [...compareWithFile(served), ...addOns.differences];
      differences.push(...found.map((text) => `${file}: ${text}`));
    }
    expect(differences.slice(0, 40)).toEqual([]);
    expect(allowed).toBeGreaterThan(200);
    expect(files).toHaveLength(132);
  });

  test('an export, which imports without changes and into another app', async () => {
    const differences: string[] = [];
    for (const file of files) {
      const slug = toSlug(file);
      const input = await exportInput(slug);
      const { changes } = await planPublication(db, input);
      if (!isUnchanged(changes)) differences.push(`${file}: importing the export changes the app`);
      // Writing takes most of the time.
      if (!file.endsWith('2025.yml')) continue;
      await publishPriceList(db, { ...input, slug: `${slug}-copy` }, makeId);
      const [original, copy] = [await readApp(slug), await readApp(`${slug}-copy`)];
      if (replaceIds(original) !== replaceIds(copy))
        differences.push(`${file}: the copy is served differently`);
    }
    expect(differences).toEqual([]);
  });

  test('finds a difference of every kind', async () => {
    const served = await importList('postman/2025.yml');
    const differencesOf = (edit: (copy: Served) => unknown) => {
      const { response, list } = structuredClone({ response: served.response, list: served.list });
      const copy = { ...served, response, list };
      edit(copy);
      return compareWithFile(copy);
    };
    expect(differencesOf(() => {})).toEqual([]);
    const row = ({ response }: Served, matches: (row: MatrixFeature) => boolean) =>
      response.matrix!.features.find(matches)!;
    const limited = (copy: Served) => row(copy, ({ amounts }) => Object.keys(amounts).length > 2);
    const linked = (copy: Served) => row(copy, (each) => each.linked_features.length > 0);
    const amount = (copy: Served) => Object.values(limited(copy).amounts)[0]!;
    const version = ({ response }: Served) => response.versions[1]!;
    const addOn = ({ response }: Served) => response.matrix!.offers[0]!;
    const edits: ((copy: Served) => unknown)[] = [
      (copy) => (amount(copy).amount! += 1),
      (copy) => Object.assign(amount(copy), { amount: null, unlimited: true }),
      (copy) => delete limited(copy).values[copy.response.versions.at(-1)!.id],
      (copy) => (limited(copy).unit = 'carrot'),
      (copy) => (row(copy, ({ period }) => period !== null).period = 'year'),
      (copy) => (row(copy, ({ renewable }) => renewable !== null).renewable = null),
      (copy) => (linked(copy).linked_features = []),
      (copy) => (linked(copy).group = 'Elsewhere'),
      (copy) => (limited(copy).versions[copy.response.versions[0]!.id] = false),
      (copy) => (limited(copy).title = 'Something else'),
      (copy) => copy.response.matrix?.features.pop(),
      (copy) => copy.response.matrix?.offers.pop(),
      (copy) => copy.response.versions.pop(),
      (copy) => (version(copy).user_fee = 1),
      (copy) => (version(copy).annual_user_fee = null),
      (copy) => (version(copy).fee_unit = 'site'),
      (copy) => copy.response.matrix?.offers.find(({ features }) => features.length > 0)?.features.pop(),
      (copy) => copy.response.matrix?.offers.find(({ limits }) => limits.length > 0)?.limits.pop(),
      (copy) => (Object.values(addOn(copy).versions)[0]!.fee = 7),
      (copy) => (addOn(copy).max_quantity = 7),
      (copy) => addOn(copy).depends_on.push(copy.response.matrix!.offers[1]!.id),
      (copy) => (row(copy, ({ offers }) => Object.keys(offers).length > 0).offers = {}),
      (copy) => (copy.list.usageLimits!.callsToPostmanApi!.defaultValue = 1),
    ];
    const unnoticed = edits.flatMap((edit, index) => (differencesOf(edit).length > 0 ? [] : [index]));
    expect(unnoticed).toEqual([]);
    for (const edit of [{ annual_user_fee: 1 }, { title: 'X' }, { price_version_id: null }]) {
      const { differences } = compareAddOns(served, (option) => void Object.assign(option, edit));
      expect([edit, differences.length > 0]).toEqual([edit, true]);
    }
  });
});
