import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { readStoredCatalog, withCatalogSnapshot } from '@/lib/db/catalog-store';
import { withTenant } from '@/lib/db/connection/tenant';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { createImportInput, importList, signUpOn } from '@/tools/testing/import-lists';
import { openTestDatabase } from '@/tools/testing/test-service';
import { describeDifference } from '../compare/describe-difference';
import { formatPublication } from '../compare/format-publication';
import { changesNothing } from '../compare/publication';
import { exportApp } from '../export/export-catalog';
import { planPublication, publishPriceList } from './publish-price-list';

const { owner: db } = await openTestDatabase();

const list: PriceListSpec = {
  features: ['api', 'search'],
  limits: { storageLimit: { unit: 'message', default: 5 } },
  plans: {
    FREE: { price: 0, features: ['search'] },
    TEAM: { price: 10, features: ['search', 'api'] },
  },
  addOns: { apiPack: { price: 3, features: ['api'], availableFor: ['FREE'] } },
};
const cheaper: PriceListSpec = {
  ...list,
  plans: { ...list.plans, TEAM: { price: 8, features: ['search'] } },
};
const extension = (texts: object, others: object = {}) =>
  JSON.stringify({ app: { language: 'en' }, ...others, texts });
const german = {
  app: { title: 'Laterne' },
  plans: { FREE: { title: 'Frei' }, TEAM: { title: 'Mannschaft' } },
  features: { api: { title: 'Schnittstelle' } },
  usageLimits: { storageLimit: { title: 'Nachrichten' } },
  addOns: { apiPack: { title: 'Paket' } },
  units: { message: { one: 'Nachricht', other: 'Nachrichten' } },
};

const readCatalog = async (slug: string) =>
  (await withCatalogSnapshot(db, (queries) => readStoredCatalog(queries, slug)))!;
const countSnapshots = async (slug: string) => {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  return withTenant(db, { appId: app.id }, async (queries) => ({
    changes: await queries.versionChange.count(),
    texts: await queries.catalogTexts.count(),
  }));
};

test('a publication stores the texts of each language by IDs, and the same texts again are no change', async () => {
  await importList(db, 'texts', list, extension({ de: german, ar: { app: { title: 'فانوس' } } }));
  const { app, versions, addOns, texts } = await readCatalog('texts');
  expect(app.languages).toEqual(['ar', 'de']);
  const idOf = (key: string) => [...versions, ...addOns].find(({ catalogKey }) => catalogKey === key)!.id;
  expect(texts.find(({ language }) => language === 'de')?.texts).toEqual({
    app: { title: 'Laterne' },
    plans: { [idOf('FREE')]: { title: 'Frei' }, [idOf('TEAM')]: { title: 'Mannschaft' } },
    features: { api: { title: 'Schnittstelle' }, 'storage-limit': { title: 'Nachrichten' } },
    addOns: { [idOf('apiPack')]: { title: 'Paket' } },
    groups: {},
    units: german.units,
    values: {},
  });
  const again = extension({ ar: { app: { title: 'فانوس' } }, de: german });
  const plan = await planPublication(db, createImportInput('texts', list, again));
  expect(changesNothing(plan)).toBe(true);
  expect(formatPublication('texts', plan)).toContain('German: ');
});

test('a change of texts alone is a publication that changes no version', async () => {
  await importList(db, 'alone', list, extension({ de: german }));
  await signUpOn(db, 'alone', 'TEAM');
  const before = await countSnapshots('alone');
  const { catalogRevision } = await db.app.findUniqueOrThrow({ where: { slug: 'alone' } });
  const changed = { ...german, plans: { ...german.plans, TEAM: { title: 'Team' } } };
  const plan = await importList(db, 'alone', list, extension({ de: changed }));
  expect(plan.outcomes).toEqual([]);
  expect(plan.decisions).toEqual([]);
  expect(describeDifference(plan).app).toEqual([
    { field: 'texts.de.plans.TEAM.title', from: 'Mannschaft', to: 'Team' },
  ]);
  expect(formatPublication('alone', plan)).toContain('Texts\n  ~ German: 0 added, 1 changed, 0 removed');
  expect(await countSnapshots('alone')).toEqual({ ...before, texts: before.texts + 1 });
  const app = await db.app.findUniqueOrThrow({ where: { slug: 'alone' } });
  expect(app.catalogRevision).toBeGreaterThan(catalogRevision);
});

test('a plan that accounts keep, and one that was renamed, keep their texts', async () => {
  await importList(db, 'kept', list, extension({ de: german }));
  await signUpOn(db, 'kept', 'TEAM');
  const { TEAM, FREE } = cheaper.plans;
  const renamed = { ...cheaper, plans: { TEAM: TEAM!, BASIC: FREE! }, addOns: {} };
  const { FREE: _, ...plans } = german.plans;
  const texts = { ...german, addOns: {}, plans: { ...plans, TEAM: { title: 'Neue Mannschaft' } } };
  const rename = { plans: { BASIC: { renamed_from: 'FREE' } } };
  await importList(db, 'kept', renamed, extension({ de: texts }, rename));
  const { versions, addOns, texts: stored } = await readCatalog('kept');
  const newest = stored[0]!.texts;
  expect(
    Object.fromEntries(versions.map(({ id, catalogKey }) => [catalogKey, newest.plans[id]?.title])),
  ).toEqual({
    'TEAM~1': 'Mannschaft',
    TEAM: 'Neue Mannschaft',
    // The list does not translate it any more.
    BASIC: undefined,
  });
  expect(newest.addOns[addOns[0]!.id]).toEqual({ title: 'Paket' });
});

test('a language that the list leaves out is not served, and an export has the texts of the others', async () => {
  await importList(db, 'export', list, extension({ de: german, ar: { app: { title: 'فانوس' } } }));
  await importList(db, 'export', list, extension({ de: german }));
  expect((await readCatalog('export')).app.languages).toEqual(['de']);
  const exported = await exportApp(db, 'export', new Date());
  const input = createImportInput('copy', exported?.priceList ?? '', exported?.extension);
  expect(input.extensionFile?.extension.texts).toEqual({ de: german });
  expect(changesNothing(await planPublication(db, { ...input, slug: 'export' }))).toBe(true);
  await publishPriceList(db, input, makeId);
  expect(await exportApp(db, 'copy', new Date())).toEqual(exported);
});

test('10 languages with 700 features are imported with few statements', async () => {
  const features = Array.from({ length: 700 }, (_, index) => `feature${index}`);
  const large: PriceListSpec = {
    features,
    plans: { FREE: { price: 0, features }, TEAM: { price: 5, features } },
  };
  const translated = Object.fromEntries(features.map((name) => [name, { title: `${name} übersetzt` }]));
  const languages = ['de', 'ar', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh'];
  const texts = Object.fromEntries(languages.map((language) => [language, { features: translated }]));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await importList(db, 'large', large, extension(texts));
  expect(query.mock.calls.length).toBeLessThan(100);
  query.mockRestore();
  const plan = await planPublication(db, createImportInput('large', large, extension({ de: {} })));
  expect(plan.changes.texts).toEqual([]);
  const more = { ...texts, sv: texts.de };
  const { app } = describeDifference(
    await planPublication(db, createImportInput('large', large, extension(more))),
  );
  expect(app).toHaveLength(202);
  expect(app.at(-1)).toEqual({ field: 'texts', from: null, to: '500 more' });
  const change = { ...texts, de: { features: { ...translated, feature1: { title: 'anders' } } } };
  await importList(db, 'large', large, extension(change));
  expect((await countSnapshots('large')).texts).toBe(11);
});
