import { expect, test } from 'vitest';
import type { StoredCatalog } from '@/lib/data/catalog-store';
import { priceListText } from '@/prisma/builders/price-list-text';
import { buildCatalogue } from './build-catalogue';
import { planChanges } from './plan-changes';
import { printPlan } from './print-plan';
import { readPriceList } from './read-price-list';

const text = priceListText({
  features: ['api', 'search', 'export'],
  plans: {
    FREE: { price: 0, has: ['search'] },
    TEAM: { price: 12.5, has: ['search', 'api', 'export'] },
    GROUP: { price: 'Contact Sales' },
  },
  addOns: { apiPack: { price: 3, brings: ['api'], for: ['FREE'] } },
});
const plain = {
  description: '',
  moreInfo: null,
  active: true,
  public: true,
  isDefault: false,
  entryBlocker: null,
  exitBlocker: null,
};
const feature = { description: '', group: 'Core', active: true };
const stored: StoredCatalog = {
  app: {
    id: 'app_1',
    slug: 'lantern',
    title: 'Lantern',
    host: null,
    currency: 'USD',
    billingPeriod: 'month',
    contactUrl: null,
    frameOrigins: [],
  },
  versions: [
    {
      ...plain,
      id: 'ver_1',
      catalogKey: 'FREE',
      tag: 'v1',
      title: 'Free',
      fee: 0,
      userFee: null,
      isDefault: true,
    },
    { ...plain, id: 'ver_2', catalogKey: 'TEAM', tag: 'v3', title: 'Team', fee: null, userFee: 1000 },
    { ...plain, id: 'ver_3', catalogKey: 'SOLO', tag: 'v2', title: 'Solo', fee: 500, userFee: null },
  ],
  features: [
    { ...feature, id: 'fea_1', catalogKey: 'search', humanId: 'search', title: 'Search', position: 0 },
    { ...feature, id: 'fea_2', catalogKey: 'api', humanId: 'api', title: 'API', position: 1, active: false },
    { ...feature, id: 'fea_3', catalogKey: 'fax', humanId: 'fax', title: 'Fax', position: 2 },
  ],
  cells: [
    {
      versionId: 'ver_1',
      featureId: 'fea_1',
      kind: 'included',
      value: '5 GB',
      fee: null,
      userFee: null,
      offer: null,
    },
    {
      versionId: 'ver_1',
      featureId: 'fea_3',
      kind: 'included',
      value: null,
      fee: null,
      userFee: null,
      offer: null,
    },
    {
      versionId: 'ver_3',
      featureId: 'fea_3',
      kind: 'included',
      value: null,
      fee: null,
      userFee: null,
      offer: null,
    },
  ],
  grants: [{ versionId: 'ver_2', accountId: 'acc_1' }],
  hasHistory: true,
};

test('says what is added, changed, retired and restored', () => {
  const { catalogue } = buildCatalogue(readPriceList('list.yml', text), null, 'month');
  const { changes, objections } = planChanges(stored, catalogue, new Map());
  expect(objections).toEqual([]);
  expect(printPlan('lantern', { stored, catalogue, changes, warnings: ['plans.X: rounded.'] })).toBe(`\
Versions
  ~ v2  Team
      tag: "v3" → "v2"
      fee per user: 10.00 USD → 12.50 USD
  + v3  Group  on request
  - v2-retired  Solo
      tag: "v2" → "v2-retired"

Features
  ^ API  (api)
  + Export  (export)
  - Fax  (fax)

What each version has
  Free
    + API (optional, 3.00 USD, as API pack)
    - Fax
    ~ Search: 5 GB → included
  Team
    + API; Search; Export

Granted
  - Team for acc_1

Rounded
  plans.X: rounded.

Versions: 1 added, 1 changed, 1 retired, 1 unchanged.
Features: 1 added, 0 changed, 1 retired, 1 restored, 1 moved, 0 unchanged.
Matrix: 6 changed, 0 unchanged.`);
});

test('says so when there is nothing to do', () => {
  const { catalogue } = buildCatalogue(readPriceList('list.yml', text), null, 'month');
  const { changes } = planChanges(stored, catalogue, new Map());
  const nothing = { ...changes, app: null, versions: [], features: [], cells: [], grants: [] };
  expect(printPlan('lantern', { stored, catalogue, changes: nothing, warnings: ['told before'] })).toBe(
    'Nothing to change.',
  );
});
