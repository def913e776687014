import { expect, it } from 'vitest';
import {
  createAddOn,
  createApp,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import type { AppCatalog, CatalogFeature, CatalogVersion } from './catalog';
import { snapshotVersion } from './version-snapshot';

const reports = createFeature('reports', { title: 'Reports' });
const search = createFeature('search', { title: 'Search', unit: 'GB', period: 'month' });
const calls = createFeature('calls', { title: 'Calls', unit: 'call' });
const hidden = createFeature('hidden', { title: 'Reports' });
const prices = { ver_1: {} };
const catalog: Omit<AppCatalog, 'versions'> = {
  app: createApp({ currency: 'EUR' }),
  features: [search, reports, hidden, calls],
  addOns: [
    createAddOn('first', {
      prices,
      effects: [createEffect('reports'), createEffect('search'), createEffect('calls', { effect: 'add' })],
    }),
    createAddOn('second', { prices, includes: ['reports'] }),
    createAddOn('third', { prices, includes: ['hidden'], public: false }),
    createAddOn('earlier', { prices, includes: ['hidden'], replacedBy: 'first' }),
    createAddOn('other', { prices: { ver_2: {} }, includes: ['hidden'] }),
  ],
};
const version: Partial<CatalogVersion> = {
  title: 'Team',
  description: 'For teams',
  tag: 'v2',
  fee: 900,
  feeUnit: 'site',
  annualFee: 9000,
  links: [
    createLink('calls', { unlimited: true, value: 'Unlimited' }),
    createLink('search', { value: '10 GB a month', amount: 10 }),
  ],
};
const snapshot = (fields: Partial<CatalogVersion> = {}, changes: Partial<AppCatalog> = {}) =>
  snapshotVersion(
    { versions: [], ...catalog, ...changes },
    createVersion('ver_1', { ...version, ...fields }),
  );
const replaceFeature = (feature: CatalogFeature) => ({
  features: catalog.features.map((each) => (each.id === feature.id ? feature : each)),
});

it('copies the content of the version, with the features in catalog order', () => {
  expect(snapshot()).toMatchObject({
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
  const [marked, unmarked] = [limit, amount].map((row) => snapshot({}, replaceFeature(row)).features.at(-1));
  expect(marked?.is_limit).toBe(true);
  expect(unmarked).not.toHaveProperty('is_limit');
});

// A different digest would store every existing snapshot a second time.
it('computes the same digest in every release', () => {
  expect(snapshot().digest).toBe('83ba07fe7224b5882e88d819a2dffde62a664ceb7248dd1d51d4094682372aee');
});

it('computes one digest for equal content in any order', () => {
  const reversed = { links: version.links!.toReversed(), extra: 'ignored' };
  expect(snapshot(reversed, { addOns: catalog.addOns.toReversed() }).digest).toBe(snapshot().digest);
});

it.each<[string, Partial<CatalogVersion>, Partial<AppCatalog>?]>([
  ['title', { title: 'Teams' }],
  ['description', { description: '' }],
  ['tag', { tag: 'v3' }],
  ['fee, namely null', { fee: null }],
  ['set of features', { links: version.links!.slice(1) }],
  ['set of optional features', {}, { addOns: [] }],
  ['feature title', {}, replaceFeature({ ...calls, title: 'Call' })],
  ['amount', { links: [version.links![0]!, { ...version.links![1]!, amount: 11 }] }],
  ['unit', {}, replaceFeature({ ...search, unit: 'MB' })],
  ['currency', {}, { app: createApp({ currency: 'USD' }) }],
  ['billing period', {}, { app: { ...catalog.app, billingPeriod: 'year' } }],
])('computes another digest for a different %s', (_, fields, changes) => {
  expect(snapshot(fields, changes).digest).not.toBe(snapshot().digest);
});

it('computes another digest for another version', () => {
  const prices = { ver_1: {}, ver_2: {} };
  const addOns = catalog.addOns
    .slice(1, 2)
    .map((addOn) => ({ ...addOn, versions: createAddOn('', { prices }).versions }));
  expect(snapshot({ id: 'ver_2' }, { addOns }).digest).not.toBe(snapshot({}, { addOns }).digest);
});
