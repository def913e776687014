import { expect, test } from 'vitest';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { createAddOn, createApp, createStoredVersion, noPrice } from '@/tools/testing/catalog-fixtures';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import { parseImportFiles } from '../parse/load-import-files';
import { findPriceJumps } from './find-price-jumps';

const stored: StoredCatalog = {
  app: { ...createApp({ slug: 'lantern', title: 'Lantern' }), host: null },
  versions: [
    createStoredVersion('ver_1', { catalogKey: 'TEAM', fee: null, userFee: 1299, annualUserFee: 12_000 }),
  ],
  features: [],
  cells: [],
  addOns: [createAddOn('off_1', { prices: {}, catalogKey: 'pack', humanId: 'pack', title: 'Pack' })],
  addOnPrices: [{ addOnId: 'off_1', versionId: 'ver_1', ...noPrice, fee: 500 }],
  addOnEffects: [],
  grants: [],
  texts: [],
  hasHistory: true,
};

const findJumps = (list: Partial<PriceListSpec>, extension: string | null = null) => {
  const text = buildPriceListText({
    features: ['api'],
    plans: { TEAM: { price: 12.99 } },
    addOns: { pack: { price: 5, features: ['api'] } },
    ...list,
  });
  const files = parseImportFiles(
    { name: 'list.yml', text },
    extension === null ? null : { name: 'list.extension.yml', text: extension },
  );
  const { catalog } = buildImportedCatalog(files.priceListFile, files.extensionFile, stored);
  return findPriceJumps(stored, catalog, files.extensionFile?.extension ?? {}).map(
    ({ source, path, message }) => `${source}: ${path.join('.')}: ${message}`,
  );
};

test.each<[string, Partial<PriceListSpec>, string]>([
  [
    'a price without its decimal point',
    { plans: { TEAM: { price: 1299 } } },
    'plans.TEAM.price: The price is 1299.00 USD. It was 12.99 USD.',
  ],
  [
    'a price with a missing digit',
    { plans: { TEAM: { price: 1.29 } } },
    'plans.TEAM.price: The price is 1.29 USD. It was 12.99 USD.',
  ],
  [
    'an annual price',
    { billing: { monthly: 1, annual: 0.08 } },
    'plans.TEAM.price: The annual price is 12.47 USD. It was 120.00 USD.',
  ],
  [
    'the price of an add-on',
    { addOns: { pack: { price: 50, features: ['api'] } } },
    'addOns.pack.price: The price is 50.00 USD. It was 5.00 USD.',
  ],
])('finds %s', (_, list, jump) => {
  expect(findJumps(list)).toEqual([`price-list: ${jump}`]);
});

test('finds the field of the extension', () => {
  expect(findJumps({}, 'plans: {TEAM: {user_fee: 129}}')).toEqual([
    'extension: plans.TEAM.user_fee: The price is 129.00 USD. It was 12.99 USD.',
  ]);
  const billing = { monthly: 1, annual: 0.1 };
  expect(findJumps({ billing }, 'plans: {TEAM: {user_fee: 10}}')).toEqual([
    'extension: plans.TEAM.user_fee: The annual price is 12.00 USD. It was 120.00 USD.',
  ]);
});

test.each<[string, Partial<PriceListSpec>]>([
  ['the same', {}],
  ['twice as high', { plans: { TEAM: { price: 26 } } }],
  ['free', { plans: { TEAM: { price: 0 } } }],
  ['on request', { plans: { TEAM: { price: 'Contact sales' } } }],
  ['for another unit', { plans: { TEAM: { price: 500, unit: 'editor/month' } } }],
  ['new', { plans: { OTHER: { price: 5000 } } }],
  ['in another currency', { currency: 'JPY', plans: { TEAM: { price: 2000 } }, addOns: {} }],
])('finds no price that is %s', (_, list) => {
  expect(findJumps(list)).toEqual([]);
});
