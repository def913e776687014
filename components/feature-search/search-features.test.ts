import { expect, it } from 'vitest';
import type { AddOn } from '@/lib/contract/versions';
import { toVersionPrice } from '@/lib/pricing/price';
import {
  createAddOn,
  createFeatureAddOn,
  createMatrix,
  createMatrixFeature,
  createPrice,
  createVersionEntry,
} from '@/tools/testing/contract-fixtures';
import { searchFeatures } from './search-features';

const versions = [
  createVersionEntry('basic', { fee: 1000 }),
  createVersionEntry('pro', { fee: 1500, user_fee: 300 }),
  createVersionEntry('max', { fee: 9000 }),
];
const month = { app: 'month', billed: 'month', shown: 'month' } as const;
const oneUser = { ...month, users: 1 };
const directory = createAddOn('off_directory', { versions: { basic: createPrice({ fee: 100 }) } });
const signOn = createAddOn('off_sso', {
  title: 'Security pack',
  versions: { basic: createPrice({ user_fee: 400 }) },
  depends_on: ['off_directory'],
});
const list = {
  versions,
  matrix: createMatrix(
    [
      createMatrixFeature('sso', {
        title: 'Single sign-on',
        versions: { basic: false, pro: true, max: true },
        offers: { basic: createFeatureAddOn('Security pack', { ids: ['off_sso'] }) },
      }),
    ],
    [signOn, directory],
  ),
  users: 1,
};

it('names the cheapest way to get a feature: a plan, or a plan with an add-on and what that requires', () => {
  const find = (seats: number) => {
    const { plans, cheapest } = searchFeatures(list, 'sso', { ...month, users: seats })[0]!;
    return [
      ...plans.map(({ version, addOn, total }) => `${version.id} ${addOn?.title ?? '-'} ${total}`),
      cheapest?.version.id,
    ];
  };
  expect(find(1)).toEqual(['basic Security pack 1500', 'pro - 1800', 'max - 9000', 'basic']);
  expect(find(8)).toEqual(['basic Security pack 4300', 'pro - 3900', 'max - 9000', 'pro']);
});

it('counts the smallest numbers that a plan is sold for', () => {
  const sold = [
    createVersionEntry('team', { user_fee: 1000, min_users: 10 }),
    toVersionPrice(createVersionEntry('site', { fee: 1800, fee_unit: 'site', min_quantity: 2 }), null),
    createVersionEntry('flat', { fee: 5000 }),
  ];
  const features = [createMatrixFeature('sso', { versions: { team: true, site: true, flat: true } })];
  const { plans, cheapest } = searchFeatures(
    { versions: sold, matrix: createMatrix(features), users: 1 },
    'sso',
    oneUser,
  )[0]!;
  expect(plans.map(({ total }) => total)).toEqual([10_000, 3600, 5000]);
  expect(cheapest?.version.id).toBe('site');
});

it('leaves out plans that are not sold for so many users, but for those that the account has', () => {
  const versions = [
    createVersionEntry('small', { user_fee: 1000, max_users: 25 }),
    createVersionEntry('large', { user_fee: 2000 }),
  ];
  const features = [createMatrixFeature('sso', { versions: { small: true, large: true } })];
  const find = (users: number, current = false) => {
    const [small, large] = versions;
    const list = { versions: [{ ...small!, current }, large!], matrix: createMatrix(features), users: 30 };
    return searchFeatures(list, 'sso', { ...oneUser, users })[0]?.cheapest?.version.id;
  };
  expect([find(25), find(26), find(30, true), find(31, true)]).toEqual(['small', 'large', 'small', 'large']);
});

it('has no total with an add-on that is charged per something else than users and quantity', () => {
  const find = (fields: Partial<AddOn>) => {
    const perSite = createPrice({ fee: 100, fee_unit: 'site' });
    const offers = [createAddOn('off_directory', { versions: { basic: perSite }, ...fields })];
    return searchFeatures(
      { versions, matrix: createMatrix([], offers), users: 1 },
      'off_directory',
      oneUser,
    )[0]?.plans[0];
  };
  expect(find({})).toMatchObject({ total: null, addOn: { price: { fee: 100, fee_unit: 'site' } } });
  expect(find({ min_quantity: 2, max_quantity: 9 })).toMatchObject({ total: 1200 });
});

it('leaves plans that can’t be chosen out of the cheapest way', () => {
  const blocked = {
    allowed: false,
    direction: 'none',
    pays: 'unknown',
    gets: 'same',
    blockers: [{ code: 'version_inactive', message: '' }],
  } as const;
  const decided = { ...versions[1]!, switch: { ...blocked, blockers: [...blocked.blockers] } };
  const result = searchFeatures({ ...list, versions: [decided, versions[2]!] }, 'sso', oneUser)[0];
  expect(result?.plans.map(({ version }) => version.id)).toEqual(['pro', 'max']);
  expect(result?.cheapest?.version.id).toBe('max');
});

it('finds add-ons by their titles', () => {
  const [result] = searchFeatures(list, 'security', oneUser);
  expect(result).toMatchObject({ title: 'Security pack', isAddOn: true, cheapest: { total: 1500 } });
});
