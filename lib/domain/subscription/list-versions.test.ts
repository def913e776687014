import { describe, expect, test } from 'vitest';
import type { Catalog, CatalogVersion } from '@/lib/db/catalog';
import {
  createAddOn,
  createApp,
  createCallerState,
  createEffect,
  createFeature,
  createLink,
  createVersion,
} from '@/tools/testing/catalog-fixtures';
import { noCallerState } from '../caller';
import type { CallerAccess } from '../catalog/catalog-view';
import { listAddOns } from '../catalog/feature-matrix';
import { getVersion, hasAddOns, listVersions } from './list-versions';

const buildListing = (catalog: Catalog, { role, state }: CallerAccess, hasAccount: boolean) =>
  listVersions(
    { catalog: { app: createApp(), ...catalog }, state },
    { role, account: hasAccount ? { id: 'acc_1', title: 'Example Ltd' } : null },
  );

const catalog = {
  features: [createFeature('core'), createFeature('extra'), createFeature('secret'), createFeature('unused')],
  versions: [
    createVersion('ver_v10', { links: [createLink('core'), createLink('extra')] }),
    createVersion('ver_v2', { links: [createLink('core')] }),
    createVersion('ver_v1', { active: false, links: [createLink('core')] }),
    createVersion('ver_v3', { public: false, links: [createLink('core'), createLink('secret')] }),
  ],
  addOns: [createAddOn('extra pack', { prices: { ver_v2: { fee: 300 } }, includes: ['extra'] })],
};
const visitor = { role: null, state: noCallerState };
const product = { role: 'product', state: noCallerState } as const;
const accountUser = (role: 'owner' | 'member', versionId: string, granted: string[] = []) => ({
  role,
  state: createCallerState(versionId, granted),
});
const ids = (listing: ReturnType<typeof buildListing>) => listing.versions.map(({ version }) => version.id);
const rows = (listing: ReturnType<typeof buildListing>) => listing.matrix.map(({ humanId }) => humanId);

test('a visitor sees the active public versions, sorted by tag', () => {
  const listing = buildListing(catalog, visitor, false);
  expect(ids(listing)).toEqual(['ver_v2', 'ver_v10']);
  expect(listing.versions.every(({ current, decision }) => !current && decision === null)).toBe(true);
});

test('an account also sees its inactive current version', () => {
  const listing = buildListing(catalog, accountUser('owner', 'ver_v1'), true);
  expect(ids(listing)).toEqual(['ver_v1', 'ver_v2', 'ver_v10']);
  expect(listing.versions.map(({ current }) => current)).toEqual([true, false, false]);
});

test('more users than a version allows have no total, but for those that its account has', () => {
  const versions = [
    createVersion('ver_1', { fee: null, userFee: 1000, links: [createLink('seats', { amount: 25 })] }),
    createVersion('ver_2', { fee: null, userFee: 2000 }),
  ];
  const features = [createFeature('seats', { limitKey: 'seats' })];
  const app = createApp({ usersLimit: 'seats' });
  const total = (users: number | undefined, state = noCallerState) =>
    listVersions(
      { catalog: { app, features, versions, addOns: [] }, state },
      { role: null, account: null },
      { users },
    ).versions.map(({ maxUsers, total }) => [maxUsers, total?.amount]);
  expect(total(25)).toEqual([
    [25, 25_000],
    [null, 50_000],
  ]);
  expect(total(26)).toEqual([
    [25, undefined],
    [null, 52_000],
  ]);
  const state = { ...createCallerState('ver_1'), users: 30 };
  expect(total(undefined, state)).toEqual([
    [25, 30_000],
    [null, 60_000],
  ]);
  expect(total(31, state)[0]).toEqual([25, undefined]);
});

describe('a version that another one has replaced', () => {
  const present = createVersion('ver_present', { tag: 'v2', title: 'Kitchen' });
  const earlier = createVersion('ver_earlier', {
    tag: 'v2-retired',
    title: 'Kitchen',
    active: false,
    replacedBy: present.id,
    links: [createLink('extra')],
  });
  const first = createVersion('ver_first', { ...earlier, id: 'ver_first', tag: 'v2-retired2' });
  const others = [createVersion('ver_1', { tag: 'v1' }), createVersion('ver_3', { tag: 'v3' })];
  const list = (access: CallerAccess, fields: Partial<CatalogVersion> = {}) => {
    const versions = [...others, earlier, first, { ...present, ...fields }];
    return buildListing({ ...catalog, versions, addOns: [] }, access, access.role !== null);
  };

  test('is listed beside the present one, for the accounts on it only', () => {
    const listing = list(accountUser('owner', earlier.id));
    expect(ids(listing)).toEqual(['ver_1', 'ver_present', 'ver_earlier', 'ver_3']);
    expect(listing.versions.map(({ current, replacedBy }) => [current, replacedBy])).toEqual([
      [false, null],
      [false, null],
      [true, 'ver_present'],
      [false, null],
    ]);
    for (const access of [visitor, product, accountUser('owner', 'ver_present')]) {
      expect(ids(list(access))).toEqual(['ver_1', 'ver_present', 'ver_3']);
    }
  });

  test('does not disclose a version that the account may not see', () => {
    const hidden = { public: false };
    const findReplacement = (access: CallerAccess) =>
      list(access, hidden).versions.find(({ version }) => version.id === earlier.id)?.replacedBy;
    expect(findReplacement(accountUser('owner', earlier.id))).toBeNull();
    expect(findReplacement(accountUser('owner', earlier.id, [present.id]))).toBe(present.id);
    const versions = [earlier, { ...present, ...hidden }];
    const view = { catalog: { ...catalog, versions, app: createApp() }, state: noCallerState };
    expect(getVersion(view, { role: null }, earlier.id).replacedBy).toBeNull();
    expect(getVersion(view, { role: 'product' }, earlier.id).replacedBy).toBe(present.id);
  });
});

test('a version that is not public is listed for the product role and for accounts to which it is granted', () => {
  expect(ids(buildListing(catalog, product, false))).toContain('ver_v3');
  expect(ids(buildListing(catalog, accountUser('member', 'ver_v2', ['ver_v3']), true))).toContain('ver_v3');
  expect(ids(buildListing(catalog, accountUser('member', 'ver_v2'), true))).not.toContain('ver_v3');
});

test('the matrix leaves out features that only hidden versions have', () => {
  expect(rows(buildListing(catalog, visitor, false))).toEqual(['core', 'extra', 'unused']);
  expect(rows(buildListing(catalog, product, false))).toContain('secret');
});

test('every row of the matrix has a cell for every listed version', () => {
  const { matrix } = buildListing(catalog, visitor, false);
  expect(matrix.map(({ included }) => included)).toEqual([
    { ver_v2: true, ver_v10: true },
    { ver_v2: false, ver_v10: true },
    { ver_v2: false, ver_v10: false },
  ]);
  expect(matrix[1]?.addOns).toEqual({
    ver_v2: [{ addOn: catalog.addOns[0], price: expect.objectContaining({ versionId: 'ver_v2', fee: 300 }) }],
  });
});

test('an inactive feature has a row only where a listed version has it', () => {
  const features = [createFeature('core'), createFeature('retired', { active: false })];
  const inactive = createVersion('ver_v1', {
    active: false,
    links: [createLink('retired', { value: '10 GB' })],
  });
  const versions = [inactive, createVersion('ver_v2', { links: [createLink('core')] })];
  expect(rows(buildListing({ features, versions, addOns: [] }, visitor, false))).toEqual(['core']);
  const ownListing = buildListing({ features, versions, addOns: [] }, accountUser('owner', 'ver_v1'), true);
  expect(rows(ownListing)).toEqual(['core', 'retired']);
  expect(ownListing.matrix[1]?.values).toEqual({ ver_v1: '10 GB' });
});

test('add-ons are available if the current version has some, for a visitor if any listed version has some', () => {
  const isAvailable = (hasAccount: boolean, state = noCallerState) => {
    const account = hasAccount ? { id: 'acc_1', title: 'Example Ltd' } : null;
    const { addOnsAvailable } = buildListing(catalog, { role: null, state }, hasAccount);
    expect(hasAddOns({ catalog: { app: createApp(), ...catalog }, state }, { role: null, account })).toBe(
      addOnsAvailable,
    );
    return addOnsAvailable;
  };
  expect(isAvailable(false)).toBe(true);
  expect(isAvailable(true, createCallerState('ver_v2'))).toBe(true);
  expect(isAvailable(true, createCallerState('ver_v10'))).toBe(false);
  expect(isAvailable(true)).toBe(false);
});

test('an app without versions has an empty list and no add-ons', () => {
  const listing = buildListing({ features: [], versions: [], addOns: [] }, visitor, false);
  expect(listing).toMatchObject({ versions: [], matrix: [], addOns: [], addOnsAvailable: false });
});

test('a row has the amounts of the versions that include it, with unit, period and renewal', () => {
  const features = [
    createFeature('calls', { unit: 'call', period: 'month', limitType: 'renewable' }),
    createFeature('minutes', { unit: 'minute', period: 'month', limitType: 'time_driven' }),
    createFeature('length', {
      unit: 'minute',
      limitType: 'time_driven',
      linkedFeatureIds: ['calls', 'gone'],
    }),
    createFeature('support'),
  ];
  const versions = [
    createVersion('ver_v1', { links: [createLink('calls', { value: '0 calls', amount: 0 })] }),
    createVersion('ver_v2', { links: [createLink('calls', { unlimited: true }), createLink('support')] }),
  ];
  const [calls, minutes, length, support] = buildListing(
    { features, versions, addOns: [] },
    visitor,
    false,
  ).matrix;
  expect(calls).toMatchObject({
    unit: 'call',
    period: 'month',
    renewable: true,
    linkedFeatures: [],
    amounts: { ver_v1: { amount: 0, unlimited: false }, ver_v2: { amount: null, unlimited: true } },
  });
  expect([minutes?.renewable, length?.renewable, support?.renewable]).toEqual([true, false, null]);
  expect(length?.linkedFeatures).toEqual(['calls']);
  expect(support).toMatchObject({ amounts: {}, included: { ver_v1: false, ver_v2: true } });
});

test('add-ons that add a feature to a version are sorted by price, with those on request last', () => {
  const addOn = (id: string, price: { fee?: number; userFee?: number }) =>
    createAddOn(id, { prices: { ver_v1: price }, includes: ['sso'] });
  const addOns = [
    addOn('request', {}),
    addOn('dear', { fee: 900 }),
    addOn('cheap', { userFee: 300 }),
    addOn('same', { fee: 900 }),
    createAddOn('raise', {
      prices: { ver_v1: { fee: 1 } },
      effects: [createEffect('sso', { effect: 'add' })],
    }),
  ];
  const features = [createFeature('sso')];
  const { matrix } = buildListing({ features, versions: [createVersion('ver_v1')], addOns }, visitor, false);
  expect(matrix[0]?.addOns.ver_v1?.map((placement) => placement.addOn.id)).toEqual([
    'cheap',
    'dear',
    'same',
    'request',
  ]);
});

test('an add-on is listed for the listed versions only, with its effects in catalog order', () => {
  const features = [createFeature('api'), createFeature('storage'), createFeature('secret')];
  const versions = [
    createVersion('ver_v1', { links: [createLink('storage', { amount: 5 })] }),
    createVersion('ver_v2', { public: false }),
  ];
  const addOns = [
    createAddOn('pack', {
      prices: { ver_v2: { fee: 5 }, ver_v1: { fee: 4 } },
      effects: [createEffect('storage', { effect: 'add', amount: 10 }), createEffect('api')],
      dependsOn: ['base', 'inner'],
      excludes: ['inner'],
    }),
    createAddOn('base', { prices: { ver_v1: {} } }),
    createAddOn('inner', { prices: { ver_v2: {} }, includes: ['secret'] }),
    createAddOn('team only', { prices: { ver_v1: {} }, includes: ['secret'], public: false }),
  ];
  const listing = buildListing({ features, versions, addOns }, visitor, false);
  expect(
    listing.addOns.map(({ addOn, prices, effects, dependsOn, excludes }) => [
      addOn.id,
      prices.map(({ versionId, fee }) => [versionId, fee]),
      effects.map(({ feature, effect }) => `${effect} ${feature.id}`),
      dependsOn,
      excludes,
    ]),
  ).toEqual([
    ['pack', [['ver_v1', 4]], ['include api', 'add storage'], ['base'], []],
    ['base', [['ver_v1', null]], [], [], []],
  ]);
  // A feature that only hidden add-ons have does not appear in the matrix.
  expect(rows(listing)).toEqual(['api', 'storage']);
  expect(buildListing({ features, versions, addOns }, product, false).addOns).toHaveLength(4);
});

test('a kept add-on is not listed, and its requirements name the present one', () => {
  const addOns = [
    createAddOn('kept', { prices: { ver_v2: { fee: 1 } }, active: false, replacedBy: 'present' }),
    createAddOn('present', { prices: { ver_v2: { fee: 2 } } }),
    createAddOn('dependent', { prices: { ver_v2: { fee: 3 } }, dependsOn: ['present'] }),
  ];
  const listing = (always?: Set<string>) =>
    listAddOns({ ...catalog, addOns }, catalog.versions, 'owner', always).map(({ addOn, dependsOn }) => [
      addOn.id,
      ...dependsOn,
    ]);
  expect(listing()).toEqual([['present'], ['dependent', 'present']]);
  expect(listing(new Set(['kept']))).toEqual([['kept'], ['dependent', 'kept']]);
});

test('an effect on other versions only is left out', () => {
  const effect = (versionId: string) =>
    createEffect('api', {
      effect: 'set',
      byVersion: { [versionId]: { value: null, amount: 5, unlimited: false } },
    });
  const listed = createVersion('ver_1');
  const listEffectsFor = (versionId: string) =>
    listAddOns(
      {
        versions: [listed],
        features: [createFeature('api')],
        addOns: [createAddOn('off_1', { prices: { ver_1: {} }, effects: [effect(versionId)] })],
      },
      [listed],
      null,
    )[0]?.effects;
  expect(listEffectsFor('ver_1')).toHaveLength(1);
  expect(listEffectsFor('ver_retired')).toEqual([]);
});
