import { expect, test } from 'vitest';
import type { EditionWithText } from '@/lib/db/catalog-editions';
import type { StoredCatalog, StoredFeature } from '@/lib/db/catalog-store';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import {
  createAddOn,
  createApp,
  createFeature,
  createStoredVersion,
  noPrice,
} from '@/tools/testing/catalog-fixtures';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import { ImportReport } from '../build/import-report';
import { parsePriceList } from '../parse/parse-price-list';
import { buildChangedCatalog, buildStoredCatalog } from './convert-catalog';
import { formatPublication } from './format-publication';
import { formatReport } from './format-report';
import { decideVersions } from './keep-versions';
import { listOutcomes } from './list-outcomes';
import { planChanges } from './plan-changes';
import { noAccounts, type Publication } from './publication';

const text = buildPriceListText({
  features: ['api', 'search', 'export'],
  plans: {
    FREE: { price: 0, features: ['search'] },
    TEAM: { price: 12.5, features: ['search', 'api', 'export'], limits: { exportLimit: 20 } },
    GROUP: { price: 'From $99' },
  },
  limits: { exportLimit: { features: ['export'], unit: 'file/day', type: 'RENEWABLE' } },
  addOns: {
    apiPack: { price: 3, features: ['api'], extensions: { exportLimit: 5 }, availableFor: ['FREE', 'TEAM'] },
  },
});
const noAmount = { value: null, amount: null, unlimited: false };
const stored: StoredCatalog = {
  app: { ...createApp({ slug: 'lantern', title: 'Lantern' }), host: null },
  versions: [
    createStoredVersion('ver_1', { catalogKey: 'FREE', tag: 'v1', title: 'Free', fee: 0, isDefault: true }),
    createStoredVersion('ver_2', { catalogKey: 'TEAM', tag: 'v3', title: 'Team', fee: null, userFee: 1000 }),
    createStoredVersion('ver_3', { catalogKey: 'SOLO', tag: 'v2', title: 'Solo', fee: 500 }),
  ],
  features: [
    createFeature('fea_1', {
      catalogKey: 'search',
      humanId: 'search',
      title: 'Search',
      group: 'Core',
      position: 0,
    }),
    createFeature('fea_2', {
      catalogKey: 'api',
      humanId: 'api',
      title: 'API',
      group: 'Core',
      position: 1,
      active: false,
    }),
    createFeature('fea_3', { catalogKey: 'fax', humanId: 'fax', title: 'Fax', group: 'Core', position: 2 }),
  ],
  cells: [
    { versionId: 'ver_1', featureId: 'fea_1', ...noAmount, value: '5 GB', amount: 5 },
    { versionId: 'ver_1', featureId: 'fea_3', ...noAmount },
    { versionId: 'ver_3', featureId: 'fea_3', ...noAmount },
  ],
  addOns: [
    createAddOn('off_1', { prices: {}, catalogKey: 'faxPack', humanId: 'fax-pack', title: 'Fax pack' }),
  ],
  addOnPrices: [{ addOnId: 'off_1', versionId: 'ver_2', ...noPrice, fee: 100 }],
  addOnEffects: [{ addOnId: 'off_1', featureId: 'fea_3', effect: 'include', ...noAmount, byVersion: null }],
  grants: [{ versionId: 'ver_2', accountId: 'acc_1' }],
  texts: [],
  hasHistory: true,
};

const createPlan = (
  plan: Pick<Publication, 'stored' | 'catalog' | 'changes' | 'report' | 'accounts'> & Partial<Publication>,
): Publication => {
  const before = plan.stored!;
  const { catalog, accounts, changes } = plan;
  const input = { catalog, accounts, yearly: new Map(), accountIds: new Map(), existing: new Map() };
  return {
    ...noAccounts,
    listed: changes,
    decisions: decideVersions({ ...input, stored: before }),
    outcomes: listOutcomes(buildStoredCatalog(before), buildChangedCatalog(before, changes)),
    renames: [],
    conversion: null,
    ...plan,
  };
};

test('lists what is added, changed, retired and restored', () => {
  const { catalog, report } = buildImportedCatalog(parsePriceList('list.yml', text), null, stored);
  const { changes, conflicts } = planChanges(stored, catalog, new Map());
  expect(conflicts).toEqual([]);
  expect(
    formatPublication(
      'lantern',
      createPlan({ stored, catalog, changes, report, accounts: new Map([['ver_2', 12]]) }),
    ),
  ).toBe(`\
Plans
  ~ v1  Free  (no accounts): follow
      - Fax
      ~ Search: 5 → included
  - v2-retired  Solo  (no accounts)
      tag: v2 → v2-retired
  ~ v3  Team  (12 accounts): keep, because the price rises
      price: 10.00 USD per user → 12.50 USD per user
      + API; Search; Export (20 files a day)
  + v4  Group  From $99

Features
  ^ API  (api)
  + Export  (export)
  - Fax  (fax)
      GET /account/features/fax answers allowed: false on the plans of this list

Add-ons
  + API Pack  (api-pack)
      + 3.00 USD, for Free, Team
      + API
      + Export: 5 files a day more
  - Fax pack  (fax-pack)
      - for Team

Grants
  - Team for acc_1

Warnings
  list.yml:1:746: plans.GROUP.price: "From $99" is not a number. The price is served as "on request", in these words.
  list.yml:1:746: plans.GROUP.price: Group is priced on request or in words, and customers see no address. Set app.contact_url in the extension.

Parts of the file
  Plans: 3 in the file, 3 served unchanged, 0 changed, 0 left out.
  Features: 3 in the file, 3 served unchanged, 0 changed, 0 left out.
  Limits: 1 in the file, 1 served unchanged, 0 changed, 0 left out.
  Amounts: 3 in the file, 1 served unchanged, 0 changed, 2 left out.
    2 left out, because the plan has none of the features that it limits: plans.{FREE, GROUP}.usageLimits.exportLimit
  Add-ons: 1 in the file, 1 served unchanged, 0 changed, 0 left out.
  Prices: 4 in the file, 3 served unchanged, 1 changed, 0 left out.
    1 changed, because the price is a text: on request, in these words: plans.GROUP.price

Versions: 1 added, 1 changed, 1 retired, 1 unchanged.
Features: 1 added, 0 changed, 1 retired, 1 restored, 1 reordered, 0 unchanged.
Matrix: 5 changed, 0 unchanged.
Add-ons: 1 added, 0 changed, 1 retired, 0 unchanged.`);
});

test('names the scheduled editions with what becomes of them, and both sides of a conflict', () => {
  const { catalog, report } = buildImportedCatalog(parsePriceList('list.yml', text), null, stored);
  const { changes } = planChanges(stored, catalog, new Map());
  const edition = { number: 7, publishAt: new Date('2027-03-01T08:00:00Z') } as EditionWithText;
  const path = 'plans.TEAM.price';
  const conflict = { file: 'source' as const, path, base: '10', live: '12.5', scheduled: null };
  const plan = createPlan({ stored, catalog, changes, report, accounts: new Map() });
  const lines = formatPublication('lantern', {
    ...plan,
    scheduled: [
      { edition, outcome: 'scheduled', conflicts: [] },
      { edition, outcome: 'conflict', conflicts: [conflict] },
      {
        edition: { ...edition, ends: { id: 'ced_6', number: 6 } },
        outcome: 'invalid',
        conflicts: [],
      },
    ],
  });
  expect(lines).toContain(`\
Scheduled editions
  edition 7 of 2027-03-01T08:00:00.000Z stays scheduled, and gets the changes of this list
  edition 7 of 2027-03-01T08:00:00.000Z is not published: both change the same values
      plans.TEAM.price: 10 → 12.5 here, none in edition 7
  edition 7 of 2027-03-01T08:00:00.000Z, which ends edition 6, is not published: its text has problems with this list
`);
});

test('reports that there are no changes after the summary', () => {
  const { catalog, report } = buildImportedCatalog(parsePriceList('list.yml', text), null, stored);
  const { changes } = planChanges(stored, catalog, new Map());
  const noRows = { versions: [], features: [], cells: [], addOns: [], addOnPrices: [], addOnEffects: [] };
  const noChanges = { ...changes, ...noRows, app: null, grants: [] };
  const lines = formatPublication(
    'lantern',
    createPlan({ stored, catalog, changes: noChanges, report, accounts: new Map() }),
  ).split('\n');
  expect(lines[0]).toBe('Warnings');
  expect(lines).toContain('Parts of the file');
  expect(lines.at(-1)).toBe('No changes.');
});

test('names every part that is not served, and fields without a place in the API with verbose only', () => {
  const report = new ImportReport();
  for (const plan of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    report.leaveOut('amount', ['plans', plan, 'usageLimits', 'x'], 'why');
  for (const feature of ['a', 'b']) report.leaveOut('field', ['features', feature, 'render'], 'no place');
  expect(formatReport(report)).toContain('because why: plans.{A, B, C, D, E, F, G}.usageLimits.x');
  expect(formatReport(report)).toContain('because no place: features.*.render (2)');
  expect(formatReport(report, true)).toContain('because no place: features.{a, b}.render');
});

test('prints what differs if only annual prices change', () => {
  const list = text.replace('"currency"', '"billing":{"monthly":1,"annual":0.5},"currency"');
  const { catalog, report } = buildImportedCatalog(parsePriceList('list.yml', list), null, stored);
  const prices = catalog.addOnPrices.map(({ addOn, version, ...price }) => ({
    ...{ ...price, annualFee: 3600 },
    ...{ addOnId: 'off_2', versionId: version === 'FREE' ? 'ver_1' : 'ver_2' },
  }));
  const pack = createAddOn('off_2', {
    prices: {},
    catalogKey: 'apiPack',
    humanId: 'api-pack',
    title: 'API Pack',
  });
  const before = { ...stored, addOns: [...stored.addOns, pack], addOnPrices: prices };
  const { changes } = planChanges(before, catalog, new Map());
  const plan = formatPublication(
    'lantern',
    createPlan({ stored: before, catalog, changes, report, accounts: new Map() }),
  );
  expect(plan).toContain('~ 3.00 USD, or 36.00 USD a year → 3.00 USD, or 18.00 USD a year, for Free, Team\n');
});

test('says in words what becomes of the amount of a feature', () => {
  const amount = {
    limitKey: 'phoneNumbersLimit',
    limitType: 'non_renewable',
    unit: 'number',
    period: null,
  } as const;
  const none = { limitKey: null, limitType: null, unit: null, period: null } as const;
  const [, feature] = stored.features;
  const linesFor = (before: Partial<StoredFeature>, after: Partial<StoredFeature>) => {
    const { catalog, report } = buildImportedCatalog(parsePriceList('list.yml', text), null, stored);
    const rows = [before, after].map((fields) => {
      const { linkedFeatureIds: linkedFeatures, ...row } = { ...feature!, ...fields };
      return { ...row, linkedFeatures };
    });
    const change = {
      kind: 'change',
      id: 'fea_2',
      before: rows[0]!,
      after: rows[1]!,
      fields: Object.keys(before),
    } as const;
    const { changes: all } = planChanges(stored, catalog, new Map());
    const changes = { ...all, features: [...all.features.filter(({ id }) => id !== 'fea_2'), change] };
    const plan = { stored, catalog, changes, report, accounts: new Map() };
    return formatPublication('lantern', createPlan(plan as unknown as Publication))
      .split('\n')
      .filter((line) => /amount/.test(line) && /limit/.test(line));
  };
  expect(linesFor(amount, none)).toEqual([
    '      has no amount any more: the limit "phoneNumbersLimit" does not apply to it alone, or is missing',
  ]);
  expect(linesFor(none, amount)).toEqual([
    '      has an amount from now on, that of the limit "phoneNumbersLimit"',
  ]);
});
