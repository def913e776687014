import { expect, test } from 'vitest';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import type { PriceListSpec } from '@/prisma/factories/build-price-list';
import { createAccountCaller } from '@/tools/testing/callers';
import { importList, signUpOn } from '@/tools/testing/import-lists';
import { openTestService } from '@/tools/testing/test-service';
import { noCallerState } from '../caller';
import { getCatalogView } from '../catalog/catalog-view';
import { getLocalizedCatalog } from '../catalog/localize-catalog';
import { changeAddOn } from '../changes/change-add-on';
import { previewSwitch } from '../changes/switch-version';
import { listAddOnHistory } from './add-on-changes';
import { getHistoryAt, listHistory } from './history';
import { localizeAddOnHistory, localizeHistory } from './localize-history';

const { owner, service } = await openTestService();

const list = (storage: number): PriceListSpec => ({
  features: ['api', 'search'],
  limits: { storageLimit: { unit: 'message', default: storage } },
  plans: {
    FREE: { price: 0, features: ['search'] },
    TEAM: { price: 10, features: ['search', 'api'] },
  },
  addOns: { apiPack: { price: 3, features: ['api'], availableFor: ['FREE'] } },
});
const withTexts = (suffix: string) => {
  const name = (title: string) => ({ title: `${title} ${suffix}` });
  const de = {
    plans: { FREE: name('Frei'), TEAM: name('Mannschaft') },
    features: { api: name('Schnittstelle') },
    usageLimits: { storageLimit: name('Nachrichten') },
    addOns: { apiPack: name('Paket') },
    units: { message: { one: 'Nachricht', other: 'Nachrichten' } },
  };
  return JSON.stringify({ app: { language: 'en' }, texts: { de } });
};
/** Publishes, and follows with all accounts. */
const publish = async (slug: string, storage: number, extension: string) => {
  const existing = new Map(['FREE', 'TEAM', 'apiPack'].map((key) => [key, 'follow'] as const));
  await importList(owner, slug, list(storage), extension, { existing });
  await waitForInvalidation(owner);
};
const createCaller = async (slug: string, accountId: string) => {
  const app = await owner.app.findUniqueOrThrow({ where: { slug } });
  return { ...createAccountCaller(app, { id: accountId, title: 'Acme' }), state: noCallerState };
};

test('histories have the texts of their time', async () => {
  await publish('time', 5, JSON.stringify({ app: { language: 'en' } }));
  const first = await signUpOn(owner, 'time', 'FREE');
  await publish('time', 5, withTexts('1'));
  const second = await signUpOn(owner, 'time', 'TEAM');
  const changedAt = new Date();
  await publish('time', 3, withTexts('2'));
  const third = await signUpOn(owner, 'time', 'TEAM');
  const read = async (accountId: string, language: string | null) => {
    const caller = await createCaller('time', accountId);
    const page = await listHistory(service, caller, { limit: 10, before: null });
    return (await localizeHistory(service, caller.app.id, language, page)).entries;
  };
  const titles = async (accountId: string, language: string | null) =>
    (await read(accountId, language)).map(({ entry }) => entry.version.title);
  expect(await titles(first, 'de')).toEqual(['Free']);
  expect((await read(first, 'de'))[0]?.untranslated).toEqual(['title']);
  expect(await titles(second, 'de')).toEqual(['Mannschaft 1', 'Frei 1']);
  expect(await titles(third, 'de')).toEqual(['Mannschaft 2', 'Frei 2']);
  expect(await titles(third, null)).toEqual(['Team', 'Free']);
  const [newest] = await read(second, 'de');
  expect(newest?.untranslated).toBeUndefined();
  expect(newest?.changes.gained).toMatchObject([{ id: 'api', title: 'Schnittstelle 1' }]);
  expect(newest?.entry.previous?.title).toBe('Frei 1');
  expect(newest?.catalogChanges.map(({ changes }) => changes.lowered)).toMatchObject([
    [
      {
        title: 'Nachrichten 2',
        from: { value: '5 Nachrichten', amount: 5 },
        to: { value: '3 Nachrichten', amount: 3 },
      },
    ],
  ]);
  const caller = await createCaller('time', second);
  const then = await getHistoryAt(service, caller, changedAt);
  const [entry] = (await localizeHistory(service, caller.app.id, 'de', then)).entries;
  expect(entry?.entry.version.title).toBe('Mannschaft 1');
});

test('the history of add-ons has the texts of its time', async () => {
  await publish('add-ons', 5, withTexts('1'));
  const id = await signUpOn(owner, 'add-ons', 'FREE');
  const caller = await createCaller('add-ons', id);
  const { catalog } = await getCatalogView(service, caller);
  const input = { reason: null, channel: 'api', ifMatch: null, idempotency: null };
  await changeAddOn(service, caller, { ...input, addOnId: catalog.addOns[0]!.id, active: true, quantity: 1 });
  await publish('add-ons', 5, withTexts('2'));
  const page = await listAddOnHistory(service, caller, { limit: 10, before: null });
  const read = async (language: string | null) =>
    (await localizeAddOnHistory(service, caller.app.id, language, page)).entries;
  expect(await read('de')).toMatchObject([{ title: 'Paket 1', features: [{ title: 'Schnittstelle 1' }] }]);
  expect(await read('ar')).toMatchObject([{ title: 'API Pack', untranslated: ['title'] }]);
  expect(await read(null)).toMatchObject([{ title: 'API Pack' }]);
});

test('a preview is decided on the same revision in each language', async () => {
  await publish('preview', 5, withTexts('1'));
  const caller = await createCaller('preview', await signUpOn(owner, 'preview', 'FREE'));
  const { catalog } = await getCatalogView(service, caller, 'de');
  const { id } = catalog.versions.find(({ catalogKey }) => catalogKey === 'TEAM')!;
  const [german, english] = await Promise.all(
    ['de', null].map((language) => previewSwitch(service, caller, id, {}, language)),
  );
  expect(german?.to.title).toBe('Mannschaft 1');
  expect(german?.changes.gained).toMatchObject([{ title: 'Schnittstelle 1' }]);
  expect(english?.to.title).toBe('Team');
  expect(german?.revision).toBe(english?.revision);
});

test('1,000 languages keep one catalog, and that of the list stays', async () => {
  await publish('many', 5, withTexts('1'));
  const caller = await createCaller('many', await signUpOn(owner, 'many', 'FREE'));
  const own = await getCatalogView(service, caller);
  const { bytes } = service.cache.localizedCatalogs;
  const german = await getCatalogView(service, caller, 'de');
  expect(service.cache.localizedCatalogs.bytes).toBeGreaterThan(bytes);
  expect((await getCatalogView(service, caller, 'de')).catalog).toBe(german.catalog);
  expect((await getCatalogView(service, caller)).catalog).toBe(own.catalog);
  // The notification of a change can arrive later than a caller with its revision.
  const { loads: earlier } = service.cache.localizedCatalogs;
  const { app } = german.catalog;
  await getLocalizedCatalog(service, { ...app, catalogRevision: app.catalogRevision + 1 }, 'de');
  expect(service.cache.localizedCatalogs.loads).toBe(earlier + 1);
  const { loads } = service.cache.catalogs;
  await publish('many', 5, withTexts('2'));
  const next = await getCatalogView(service, await createCaller('many', caller.account.id), 'de');
  expect(next.catalog.versions.map(({ title }) => title)).toContain('Mannschaft 2');
  expect(service.cache.catalogs.loads).toBe(loads);
});
