import { expect, test } from 'vitest';
import type { CatalogVersion } from '@/lib/db/catalog';
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
import { createView } from '../catalog/catalog-view';
import { listFits } from './list-fits';

const sell = (id: string, fee: number | null, projects: number, fields: Partial<CatalogVersion> = {}) =>
  createVersion(`ver_${id}`, { fee, links: [createLink('projects', { amount: projects })], ...fields });
const free = sell('1', 0, 3);
const team = sell('2', 2000, 10);
const pro = sell('3', 3500, 50);
const enterprise = sell('4', null, 1000);
const addOns = [
  createAddOn('more', {
    prices: { ver_2: { fee: 100 } },
    effects: [createEffect('projects', { effect: 'add', amount: 1 })],
    minQuantity: 1,
    maxQuantity: 1000,
  }),
];

function list(
  projects: number,
  versions = [free, team, pro, enterprise],
  current = 'ver_1',
  app = createApp(),
) {
  const catalog = { app, features: [createFeature('projects')], versions, addOns };
  const state = createCallerState(current);
  const usage = { amounts: { projects }, reportedAt: 0 };
  const listing = listFits({ catalog, state, usage }, { role: 'member' })!;
  return {
    cheapest: listing.cheapest?.id,
    fits: listing.versions.flatMap(({ version, fit }) => (fit.addOns ? version.id : [])),
  };
}

test('the version that costs least with its add-ons is the cheapest', () => {
  expect(list(3)).toEqual({ cheapest: 'ver_1', fits: ['ver_1', 'ver_2', 'ver_3', 'ver_4'] });
  expect(list(25)).toEqual({ cheapest: 'ver_2', fits: ['ver_2', 'ver_3', 'ver_4'] });
  expect(list(26)).toMatchObject({ cheapest: 'ver_3' });
  expect(list(51)).toMatchObject({ cheapest: 'ver_2' });
  // A price on request can't be compared.
  expect(list(900, [free, enterprise])).toEqual({ cheapest: undefined, fits: ['ver_4'] });
});

test.each<Partial<CatalogVersion>>([
  { active: false },
  { entryBlocker: 'Contact us.' },
  { selfService: false },
  { feeUnit: 'site', maxQuantity: 0 },
])('a version that the account can’t choose fits, and is not the cheapest: %o', (fields) => {
  expect(list(25, [free, { ...team, ...fields }, pro]).cheapest).toBe('ver_3');
});

test('the version of the account can be the cheapest although it is no longer sold', () => {
  const kept = { ...team, active: false, entryBlocker: 'Contact us.' };
  expect(list(10, [free, kept, pro], 'ver_2').cheapest).toBe('ver_2');
});

test('an account that can’t leave its version, or only for a higher one, has no cheaper one', () => {
  expect(list(3, [free, { ...team, exitBlocker: 'Contact us.' }], 'ver_2').cheapest).toBe('ver_2');
  expect(list(3, [free, team], 'ver_2', createApp({ downgrades: 'none' })).cheapest).toBe('ver_2');
  expect(list(3, [free, team], 'ver_2', createApp({ downgrades: 'period_end' })).cheapest).toBe('ver_1');
});

test('a version sold from a number of users costs as much', () => {
  const perUser = { ...team, fee: null, userFee: 200, minUsers: 20 };
  expect(list(10, [perUser, pro]).cheapest).toBe('ver_3');
  expect(list(10, [perUser, { ...pro, fee: 5000 }]).cheapest).toBe('ver_2');
});

test('terms of the account count', () => {
  const catalog = {
    app: createApp(),
    features: [createFeature('projects')],
    versions: [free, team, pro],
    addOns,
  };
  const terms = {
    ...{ id: 'avh_2', versionId: pro.id, price: { fee: 2100 }, features: {}, limits: { projects: 60 } },
    ...{ from: 0, until: null, reason: '', active: true },
  };
  const view = createView(catalog, { ...createCallerState('ver_1'), terms });
  const find = (projects: number) => {
    const usage = { amounts: { projects }, reportedAt: 0 };
    return listFits({ ...view, usage }, { role: 'owner' })?.cheapest?.id;
  };
  expect([find(11), find(12), find(60), find(61)]).toEqual(['ver_2', 'ver_3', 'ver_3', 'ver_2']);
});

test('a visitor who chooses a number of users gets the versions that hold them', () => {
  const features = [createFeature('seats', { limitKey: 'seats' })];
  const sellSeats = (id: string, fee: number, amount: number) =>
    createVersion(id, { fee: null, userFee: fee, links: [createLink('seats', { amount })] });
  const more = createAddOn('more', {
    prices: { ver_1: { fee: 5000 } },
    effects: [createEffect('seats', { effect: 'add', amount: 10 })],
    minQuantity: 1,
    maxQuantity: 2,
  });
  const versions = [sellSeats('ver_1', 1000, 25), sellSeats('ver_2', 2000, 1000)];
  const catalog = { app: createApp({ usersLimit: 'seats' }), features, versions, addOns: [more] };
  const find = (users: number) => {
    const listing = listFits({ catalog, state: noCallerState }, { role: null }, { users });
    return [listing?.cheapest?.id, listing?.versions[0]?.fit.total?.amount];
  };
  expect(find(25)).toEqual(['ver_1', 25_000]);
  expect(find(40)).toEqual(['ver_1', 50_000]);
  expect(find(46)).toEqual(['ver_2', undefined]);
});

test('an account without usage has no list', () => {
  const catalog = { app: createApp(), features: [], versions: [free], addOns };
  const view = { catalog, state: createCallerState('ver_1') };
  expect(listFits(view, { role: 'owner' })).toBeNull();
});
