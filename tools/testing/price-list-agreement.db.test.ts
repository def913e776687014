import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { retrievePricingFromYaml } from 'pricing4ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUnchanged } from '@/lib/catalog-import/changes/catalog-changes';
import { exportApp } from '@/lib/catalog-import/export/export-catalog';
import { applyImport, type ImportInput, planImport } from '@/lib/catalog-import/import-catalog';
import { loadImportFiles } from '@/lib/catalog-import/load-import-files';
import { parseExtension } from '@/lib/catalog-import/parse/extension';
import { parsePriceList } from '@/lib/catalog-import/parse/parse-price-list';
import { makeId } from '@/lib/contract/ids';
import type { MatrixFeature } from '@/lib/contract/versions';
import { readCatalog } from '@/lib/db/catalog';
import { type Database, openClient } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import { noAccountVersions } from '@/lib/domain/caller';
import { listVersions } from '@/lib/domain/list-versions';
import { serializeVersionList } from '@/lib/http/serializers';
import { type AddOnCounts, compareAddOns } from './add-on-comparison';
import { compareWithFile, fail, type Served } from './price-list-comparison';
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
  const plan = await applyImport(db, input, makeId);
  const again = await planImport(db, input);
  return { list: readPriceList(folder, file), plan, again, ...(await readApp(slug)) };
}

async function readApp(slug: string): Promise<Pick<Served, 'catalog' | 'response'>> {
  const { id: appId } = await db.app.findUniqueOrThrow({ where: { slug } });
  const catalog = await withTenant(db, { appId }, (queries) => readCatalog(queries, appId));
  const view = { catalog, state: noAccountVersions };
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

interface YearTotals {
  lists: number;
  plans: number;
  limits: number;
  amounts: number;
  amountsLeftOut: number;
  addOns: number;
  addOnEffects: number;
  annualPrices: number;
  priceUnits: number;
  /** Differences between the file and what is served. */
  differences: number;
}

const totalsByYear = new Map<string, YearTotals>();

function addTotals(file: string, { response, plan }: Served, differences: number): void {
  const year = /\d{4}/.exec(file)?.[0] ?? '';
  const totals = totalsByYear.get(year) ?? {
    lists: 0,
    plans: 0,
    limits: 0,
    amounts: 0,
    amountsLeftOut: 0,
    addOns: 0,
    addOnEffects: 0,
    annualPrices: 0,
    priceUnits: 0,
    differences: 0,
  };
  const count = (kind: string, ...outcomes: string[]) =>
    plan.report.all.filter((part) => part.kind === kind && outcomes.includes(part.outcome)).length;
  const addOns = response.matrix?.offers ?? [];
  const prices = [
    ...response.versions,
    ...addOns.flatMap((addOn) => Object.values(addOn.versions).slice(0, 1)),
  ];
  totals.lists += 1;
  totals.plans += count('plan', 'unchanged', 'changed');
  totals.limits += count('limit', 'unchanged', 'changed');
  totals.amounts += count('amount', 'unchanged', 'changed');
  totals.amountsLeftOut += count('amount', 'left_out');
  totals.addOns += count('add-on', 'unchanged', 'changed');
  totals.addOnEffects += addOns.reduce((sum, addOn) => sum + addOn.features.length + addOn.limits.length, 0);
  totals.annualPrices += prices.filter(
    (price) => price.annual_fee !== null || price.annual_user_fee !== null,
  ).length;
  totals.priceUnits += prices.filter(
    (price) => price.fee_unit !== null || price.user_fee_unit !== null,
  ).length;
  totals.differences += differences;
  totalsByYear.set(year, totals);
}

if (files.length === 0) console.log(`Skipped: no price lists in ${folder}.`);

describe.skipIf(files.length === 0)('the API serves what the price lists contain', () => {
  test('every feature, limit, add-on and price of every plan', { timeout: 600_000 }, async () => {
    const differences: string[] = [];
    const addOnCounts: AddOnCounts = {};
    for (const file of files) {
      const served = await importList(file);
      const options = compareAddOns(served.catalog, served.response);
      for (const [reason, count] of Object.entries(options.counts)) {
        addOnCounts[reason] = (addOnCounts[reason] ?? 0) + count;
      }
      const found = [...compareWithFile(served), ...options.differences];
      differences.push(...found.map((text) => `${file}: ${text}`));
      addTotals(file, served, found.length);
    }
    console.table(Object.fromEntries([...totalsByYear].toSorted()));
    console.log('Optional features of accounts on each plan:', addOnCounts);
    expect(addOnCounts.allowed).toBeGreaterThan(200);
    expect(differences.slice(0, 40)).toEqual([]);
    expect(files).toHaveLength(132);
  });

  test('an export, which imports without changes and into another app', { timeout: 600_000 }, async () => {
    const differences: string[] = [];
    for (const file of files) {
      const slug = toSlug(file);
      const input = await exportInput(slug);
      const { changes } = await planImport(db, input);
      if (!isUnchanged(changes)) differences.push(`${file}: importing the export changes the app`);
      // Writing takes most of the time.
      if (!file.endsWith('2025.yml')) continue;
      await applyImport(db, { ...input, slug: `${slug}-copy` }, makeId);
      const [original, copy] = [await readApp(slug), await readApp(`${slug}-copy`)];
      if (replaceIds(original) !== replaceIds(copy))
        differences.push(`${file}: the copy is served differently`);
    }
    expect(differences).toEqual([]);
  });

  test('finds a difference of every kind', async () => {
    const served = await importList('postman/2025.yml');
    const differencesOf = (edit: (copy: Served) => void) => {
      const { response, list } = structuredClone({ response: served.response, list: served.list });
      const copy = { ...served, response, list };
      edit(copy);
      return compareWithFile(copy);
    };
    expect(differencesOf(() => {})).toEqual([]);
    const row = ({ response }: Served, matches: (row: MatrixFeature) => boolean) =>
      response.matrix?.features.find(matches) ?? fail('No such row.');
    const limited = (copy: Served) => row(copy, ({ amounts }) => Object.keys(amounts).length > 2);
    const edits: ((copy: Served) => void)[] = [
      (copy) => (Object.values(limited(copy).amounts)[0]!.amount! += 1),
      (copy) => Object.assign(Object.values(limited(copy).amounts)[0]!, { amount: null, unlimited: true }),
      (copy) => delete limited(copy).values[copy.response.versions.at(-1)!.id],
      (copy) => Object.assign(limited(copy), { unit: 'carrot' }),
      (copy) =>
        Object.assign(
          row(copy, ({ period }) => period !== null),
          { period: 'year' },
        ),
      (copy) =>
        Object.assign(
          row(copy, ({ renewable }) => renewable !== null),
          { renewable: null },
        ),
      (copy) =>
        Object.assign(
          row(copy, (each) => each.linked_features.length > 0),
          { linked_features: [] },
        ),
      (copy) =>
        Object.assign(
          row(copy, (each) => each.linked_features.length > 0),
          { group: 'Elsewhere' },
        ),
      (copy) => Object.assign(limited(copy).versions, { [copy.response.versions[0]!.id]: false }),
      (copy) => Object.assign(limited(copy), { title: 'Something else' }),
      (copy) => copy.response.matrix?.features.pop(),
      (copy) => copy.response.matrix?.offers.pop(),
      (copy) => copy.response.versions.pop(),
      (copy) => Object.assign(copy.response.versions[1]!, { user_fee: 1 }),
      (copy) => Object.assign(copy.response.versions[1]!, { annual_user_fee: null }),
      (copy) => Object.assign(copy.response.versions[1]!, { fee_unit: 'site' }),
      (copy) => copy.response.matrix?.offers.find(({ features }) => features.length > 0)?.features.pop(),
      (copy) => copy.response.matrix?.offers.find(({ limits }) => limits.length > 0)?.limits.pop(),
      (copy) => (Object.values(copy.response.matrix!.offers[0]!.versions)[0]!.fee = 7),
      (copy) => (copy.response.matrix!.offers[0]!.max_quantity = 7),
      (copy) => copy.response.matrix!.offers[0]!.depends_on.push(copy.response.matrix!.offers[1]!.id),
      (copy) =>
        Object.assign(
          row(copy, ({ offers: addOns }) => Object.keys(addOns).length > 0),
          { offers: {} },
        ),
      (copy) => (copy.list.usageLimits!.callsToPostmanApi!.defaultValue = 1),
    ];
    const unnoticed = edits.flatMap((edit, index) => (differencesOf(edit).length > 0 ? [] : [index]));
    expect(unnoticed).toEqual([]);
    const { catalog, response } = served;
    for (const edit of [{ annual_user_fee: 1 }, { title: 'X' }, { price_version_id: null }]) {
      const { differences } = compareAddOns(catalog, response, (option) => void Object.assign(option, edit));
      expect([edit, differences.length > 0]).toEqual([edit, true]);
    }
  });
});
