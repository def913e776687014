import { expect, it } from 'vitest';
import { createStoredVersion } from '@/tools/testing/catalog-fixtures';
import { createSnapshot, type SnapshotSource } from './version-snapshot';

const app = { currency: 'EUR', billingPeriod: 'month' } as const;
const feature = { catalogKey: 'key', limitKey: null, betterAmount: 'higher' as const };
const reports = { ...feature, humanId: 'reports', title: 'Reports', position: 2, unit: null, period: null };
const search = { ...feature, humanId: 'search', title: 'Search', position: 1, unit: 'GB', period: 'month' };
const calls = { ...feature, humanId: 'calls', title: 'Calls', position: 3, unit: 'call', period: null };
const noAmount = { value: null, amount: null, unlimited: false };
const addOn = (features: SnapshotSource['addOns'][number]['addOn']['features'], isPublic = true) => ({
  addOn: { public: isPublic, features },
});
const version: SnapshotSource = {
  ...createStoredVersion('ver_1', {
    title: 'Team',
    description: 'For teams',
    tag: 'v2',
    fee: 900,
    feeUnit: 'site',
    annualFee: 9000,
  }),
  appId: 'app_1',
  features: [
    { ...noAmount, feature: calls, unlimited: true, value: 'Unlimited' },
    { ...noAmount, value: '10 GB a month', amount: 10, feature: search },
  ],
  addOns: [
    addOn([
      { effect: 'include', feature: reports },
      { effect: 'include', feature: search },
      { effect: 'add', feature: calls },
    ]),
    addOn([{ effect: 'include', feature: reports }]),
    addOn([{ effect: 'include', feature: { ...reports, humanId: 'hidden' } }], false),
  ],
};

it('copies the content of the version, with the features in catalog order', () => {
  expect(createSnapshot(app, version)).toMatchObject({
    appId: 'app_1',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    versionId: 'ver_1',
    title: 'Team',
    description: 'For teams',
    tag: 'v2',
    fee: 900,
    userFee: null,
    feeUnit: 'site',
    userFeeUnit: null,
    annualFee: 9000,
    annualUserFee: null,
    priceText: null,
    currency: 'EUR',
    billingPeriod: 'month',
    features: [
      {
        human_id: 'search',
        title: 'Search',
        kind: 'included',
        value: '10 GB a month',
        limit: { amount: 10, unlimited: false, unit: 'GB', period: 'month' },
      },
      // Once, although two public add-ons add it.
      { human_id: 'reports', title: 'Reports', kind: 'optional', value: null, limit: null },
      {
        human_id: 'calls',
        title: 'Calls',
        kind: 'included',
        value: 'Unlimited',
        limit: { amount: null, unlimited: true, unit: 'call', period: null },
      },
    ],
  });
});

it('marks usage limits that are rows of their own', () => {
  const limit = { ...calls, catalogKey: 'usageLimits.calls', limitKey: 'calls' };
  const amount = { ...calls, catalogKey: 'calls', limitKey: 'calls' };
  const [marked, unmarked] = [limit, amount].map((row) =>
    createSnapshot(app, { ...version, features: [{ ...noAmount, feature: row }] }).features.at(-1),
  );
  expect(marked?.is_limit).toBe(true);
  expect(unmarked).not.toHaveProperty('is_limit');
});

// A different digest would store every existing snapshot a second time.
it('computes the same digest in every release', () => {
  expect(createSnapshot(app, version).digest).toBe(
    '83ba07fe7224b5882e88d819a2dffde62a664ceb7248dd1d51d4094682372aee',
  );
});

it('computes one digest for equal content in any order', () => {
  const reversed = {
    ...version,
    features: version.features.toReversed(),
    addOns: version.addOns.toReversed(),
    extra: 'ignored',
  };
  expect(createSnapshot(app, reversed).digest).toBe(createSnapshot(app, version).digest);
});

it.each<[string, Partial<SnapshotSource>]>([
  ['id', { id: 'ver_2' }],
  ['title', { title: 'Teams' }],
  ['description', { description: '' }],
  ['tag', { tag: 'v3' }],
  ['fee, namely null', { fee: null }],
  ['set of features', { features: version.features.slice(1) }],
  ['set of optional features', { addOns: [] }],
  ['feature title', { features: [{ ...version.features[0]!, feature: { ...calls, title: 'Call' } }] }],
  ['amount', { features: [version.features[0]!, { ...version.features[1]!, amount: 11 }] }],
  [
    'unit',
    { features: [version.features[0]!, { ...version.features[1]!, feature: { ...search, unit: 'MB' } }] },
  ],
])('computes another digest for a different %s', (_, fields) => {
  expect(createSnapshot(app, { ...version, ...fields }).digest).not.toBe(createSnapshot(app, version).digest);
});

it('computes another digest for a different currency or billing period', () => {
  const digests = [app, { ...app, currency: 'USD' }, { ...app, billingPeriod: 'year' as const }].map(
    (pricing) => createSnapshot(pricing, version).digest,
  );
  expect(new Set(digests).size).toBe(3);
});
