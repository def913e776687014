import { expect, test } from 'vitest';
import { buildImportedCatalog } from '@/lib/catalog-import/build/build-imported-catalog';
import { parsePriceList } from '@/lib/catalog-import/parse/parse-price-list';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { formatPlan } from './format-plan';
import { planChanges } from './plan-changes';

const text = buildPriceListText({
  features: ['api', 'search', 'export'],
  plans: {
    FREE: { price: 0, features: ['search'] },
    TEAM: { price: 12.5, features: ['search', 'api', 'export'] },
    GROUP: { price: 'Contact Sales' },
  },
  addOns: { apiPack: { price: 3, features: ['api'], availableFor: ['FREE'] } },
});
const versionDefaults = {
  description: '',
  moreInfo: null,
  active: true,
  public: true,
  isDefault: false,
  entryBlocker: null,
  exitBlocker: null,
};
const featureDefaults = { description: '', group: 'Core', active: true };
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
      ...versionDefaults,
      id: 'ver_1',
      catalogKey: 'FREE',
      tag: 'v1',
      title: 'Free',
      fee: 0,
      userFee: null,
      isDefault: true,
    },
    {
      ...versionDefaults,
      id: 'ver_2',
      catalogKey: 'TEAM',
      tag: 'v3',
      title: 'Team',
      fee: null,
      userFee: 1000,
    },
    {
      ...versionDefaults,
      id: 'ver_3',
      catalogKey: 'SOLO',
      tag: 'v2',
      title: 'Solo',
      fee: 500,
      userFee: null,
    },
  ],
  features: [
    {
      ...featureDefaults,
      id: 'fea_1',
      catalogKey: 'search',
      humanId: 'search',
      title: 'Search',
      position: 0,
    },
    {
      ...featureDefaults,
      id: 'fea_2',
      catalogKey: 'api',
      humanId: 'api',
      title: 'API',
      position: 1,
      active: false,
    },
    { ...featureDefaults, id: 'fea_3', catalogKey: 'fax', humanId: 'fax', title: 'Fax', position: 2 },
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

test('lists what is added, changed, retired and restored', () => {
  const { catalog } = buildImportedCatalog(parsePriceList('list.yml', text), null, 'month');
  const { changes, conflicts } = planChanges(stored, catalog, new Map());
  expect(conflicts).toEqual([]);
  expect(formatPlan('lantern', { stored, catalog, changes, warnings: ['plans.X: rounded.'] })).toBe(`\
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

Feature matrix
  Free
    + API (optional, 3.00 USD, as API pack)
    - Fax
    ~ Search: 5 GB → included
  Team
    + API; Search; Export

Grants
  - Team for acc_1

Rounded prices
  plans.X: rounded.

Versions: 1 added, 1 changed, 1 retired, 1 unchanged.
Features: 1 added, 0 changed, 1 retired, 1 restored, 1 reordered, 0 unchanged.
Matrix: 6 changed, 0 unchanged.`);
});

test('reports that there are no changes, without warnings', () => {
  const { catalog } = buildImportedCatalog(parsePriceList('list.yml', text), null, 'month');
  const { changes } = planChanges(stored, catalog, new Map());
  const noChanges = { ...changes, app: null, versions: [], features: [], cells: [], grants: [] };
  expect(
    formatPlan('lantern', { stored, catalog, changes: noChanges, warnings: ['plans.X: rounded.'] }),
  ).toBe('No changes.');
});
