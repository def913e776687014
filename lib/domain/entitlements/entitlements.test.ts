import { expect, test } from 'vitest';
import type { App } from '@/lib/db/catalog';
import {
  createAddOn,
  createAddOnState,
  createCallerState,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { noCallerState } from '../caller';
import { listEntitlements } from './entitlements';

const catalog = {
  app: {} as App,
  size: 0,
  features: [
    createFeature('storage', { unit: 'GB' }),
    createFeature('usageLimits.files', { humanId: 'max-files', linkedFeatureIds: ['storage', 'api'] }),
    createFeature('api'),
    createFeature('retired', { active: false }),
  ],
  versions: [
    createVersion('ver_1', {
      links: [
        createLink('usageLimits.files', { amount: 0, value: '0 files' }),
        createLink('storage', { unlimited: true, value: 'Unlimited' }),
      ],
    }),
    createVersion('ver_2', {
      active: false,
      public: false,
      links: [createLink('api'), createLink('retired')],
    }),
  ],
  addOns: [],
};
const entitlementsOf = (versionId: string) => [
  ...listEntitlements({ catalog, state: createCallerState(versionId) }).entries(),
];

test('an account has the features and limits of its current version, in catalog order', () => {
  expect(entitlementsOf('ver_1')).toMatchObject([
    ['storage', { unlimited: true, amount: null, value: 'Unlimited', linkedFeatures: [], source: 'version' }],
    // Features that the account does not have are left out of the links.
    ['max-files', { unlimited: false, amount: 0, value: '0 files', linkedFeatures: ['storage'] }],
  ]);
});

test('a retired version keeps its features, also retired ones', () => {
  expect(entitlementsOf('ver_2').map(([id]) => id)).toEqual(['api', 'retired']);
});

test('an account without a version has none', () => {
  expect(listEntitlements({ catalog, state: noCallerState }).size).toBe(0);
});

test('add-ons that are on add features, raise amounts and add up; they take nothing away', () => {
  const limited = createVersion('ver_3', {
    links: [createLink('storage', { amount: 10, value: '10 GB' }), createLink('api', { value: 'Full' })],
  });
  const addOns = [
    createAddOn('more', { prices: {}, effects: [createEffect('storage', { effect: 'add', amount: 5 })] }),
    createAddOn('again', { prices: {}, effects: [createEffect('storage', { effect: 'add', amount: 2.5 })] }),
    createAddOn('bigger', { prices: {}, effects: [createEffect('storage', { effect: 'set', amount: 20 })] }),
    createAddOn('smaller', { prices: {}, effects: [createEffect('storage', { effect: 'set', amount: 1 })] }),
    createAddOn('all', {
      prices: {},
      effects: [createEffect('storage', { effect: 'add', unlimited: true })],
    }),
    createAddOn('files', {
      prices: {},
      effects: [createEffect('api'), createEffect('usageLimits.files', { effect: 'add', amount: 3 })],
    }),
  ];
  const extended = { ...catalog, versions: [...catalog.versions, limited], addOns };
  const summarize = (...active: string[]) => {
    const state = createCallerState('ver_3');
    const addOnStates = addOns.map(({ id }) => {
      const quantity = active.filter((activeId) => activeId === id).length;
      return createAddOnState(id, quantity > 0, { quantity });
    });
    const entitlements = listEntitlements({ catalog: extended, state: { ...state, addOnStates } });
    return [...entitlements].map(([id, { value, source }]) => `${id}: ${value} (${source})`);
  };
  expect(summarize()).toEqual(['storage: 10 GB (version)', 'api: Full (version)']);
  expect(summarize('more', 'again')[0]).toBe('storage: 17.5 GB (option)');
  expect(summarize('more', 'again', 'more', 'more')[0]).toBe('storage: 27.5 GB (option)');
  expect(summarize('bigger', 'bigger', 'more')[0]).toBe('storage: 25 GB (option)');
  expect(summarize('more', 'bigger', 'smaller')[0]).toBe('storage: 25 GB (option)');
  expect(summarize('smaller')[0]).toBe('storage: 10 GB (version)');
  expect(summarize('all', 'more')[0]).toBe('storage: Unlimited (option)');
  expect(summarize('files')).toEqual([
    'storage: 10 GB (version)',
    'max-files: 3 (option)',
    'api: Full (version)',
  ]);
});

test('an add-on gives the amount of the account’s version, also 0', () => {
  const byVersion = Object.fromEntries(
    [0, 50].map((amount) => [`ver_${amount}`, { value: `${amount} GB`, amount, unlimited: false }]),
  );
  const effects = [createEffect('storage'), createEffect('storage', { effect: 'set', byVersion })];
  const versions = ['ver_0', 'ver_50', 'ver_other'].map((id) => createVersion(id));
  const extended = { ...catalog, versions, addOns: [createAddOn('storage', { prices: {}, effects })] };
  const values = versions.map(({ id }) => {
    const state = { ...createCallerState(id), addOnStates: [createAddOnState('storage', true)] };
    return listEntitlements({ catalog: extended, state }).get('storage')?.value;
  });
  expect(values).toEqual(['0 GB', '50 GB', null]);
});

test('an add-on can lower an amount of which less is better', () => {
  const fee = createFeature('fee', { unit: '%', betterAmount: 'lower' });
  const version = createVersion('ver_9', { links: [createLink('fee', { amount: 2, value: '2%' })] });
  const addOns = [1, 3].map((amount) =>
    createAddOn(`set${amount}`, { prices: {}, effects: [createEffect('fee', { effect: 'set', amount })] }),
  );
  const extended = { ...catalog, features: [fee], versions: [version], addOns };
  const amounts = addOns.map(({ id }) => {
    const state = { ...createCallerState('ver_9'), addOnStates: [createAddOnState(id, true)] };
    return listEntitlements({ catalog: extended, state }).get('fee')?.amount;
  });
  expect(amounts).toEqual([1, 2]);
});
