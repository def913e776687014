import { expect, test } from 'vitest';
import type { AddOn, MatrixFeature } from '@/lib/contract/versions';
import {
  createAddOn,
  createContent,
  createMatrix,
  createMatrixFeature,
  createPrice,
  createVersionEntry,
} from '@/tools/testing/contract-fixtures';
import { collectAddOns, listChangedLimits } from './collect-add-ons';

const [basic, team] = [createVersionEntry('basic', { fee: 0 }), createVersionEntry('team', { fee: 0 })];

const features = [
  createMatrixFeature('sso', { title: 'Single sign-on', description: 'With SAML.', group: 'Security' }),
  createMatrixFeature('audit', { title: 'Audit log', group: 'Security' }),
  createMatrixFeature('phone', { title: 'Phone support', group: 'Support' }),
  createMatrixFeature('storage', { title: 'Storage', group: 'Data', unit: 'GB' }),
];
const include = (id: string): AddOn['features'][number] => ({
  id,
  title: features.find((feature) => feature.id === id)?.title ?? '',
  is_limit: false,
  ...createContent(),
});
const storage = (change: 'set' | 'add', amount: number): AddOn['limits'][number] => ({
  id: 'storage',
  title: 'Storage',
  is_limit: false,
  change,
  ...createContent({ amount, unit: 'GB' }),
  versions: {},
});
const price = (fee: number | null) => createPrice({ fee });

const collect = (addOns: AddOn[], plans = [basic, team]) =>
  collectAddOns(createMatrix(features, addOns), plans);

test('lists the amount for the only plan if it depends on the plan', () => {
  const limit = {
    ...storage('set', 0),
    amount: null,
    versions: { [basic.id]: { amount: 0, unlimited: false }, [team.id]: { amount: 50, unlimited: false } },
  };
  const amounts = (...plans: string[]) => plans.map((id) => listChangedLimits([limit], id)[0]?.amount);
  expect(amounts(basic.id, team.id, 'other')).toEqual([0, 50, undefined]);
  expect(listChangedLimits([limit], undefined)[0]?.amount).toBeNull();
});

test('lists features and limits of an add-on with their amounts', () => {
  const addOn = createAddOn('off_1', {
    title: 'Growth pack',
    features: [include('sso')],
    limits: [storage('add', 10)],
    versions: { basic: price(900) },
  });
  expect(collect([addOn])).toEqual([
    {
      title: '',
      addOns: [
        {
          id: 'off_1',
          title: 'Growth pack',
          description: '',
          items: [
            { id: 'sso', title: 'Single sign-on', content: createContent(), isAddition: false },
            {
              id: 'storage',
              title: 'Storage',
              content: createContent({ amount: 10, unit: 'GB' }),
              isAddition: true,
            },
          ],
          notes: [],
          requires: [],
          excludes: [],
          prices: [{ price: price(900), plans: [basic] }],
        },
      ],
    },
  ]);
});

test('an add-on whose only feature has its title lists no items and takes over the description', () => {
  const addOn = createAddOn('off_1', {
    title: 'Single sign-on',
    features: [include('sso')],
    versions: { basic: price(300) },
  });
  expect(collect([addOn])[0]?.addOns[0]).toMatchObject({ items: [], description: 'With SAML.' });
  const withAmount = createAddOn('off_2', {
    title: 'Storage',
    limits: [storage('set', 50)],
    versions: { basic: price(300) },
  });
  expect(collect([withAmount])[0]?.addOns[0]?.items).toHaveLength(1);
});

test('add-ons with the same feature are listed separately', () => {
  const addOns = ['off_1', 'off_2'].map((id) =>
    createAddOn(id, { title: id, features: [include('audit')], versions: { basic: price(300) } }),
  );
  expect(collect(addOns)).toMatchObject([{ title: 'Security', addOns: [{ id: 'off_1' }, { id: 'off_2' }] }]);
});

test('an add-on is in the group of all its features, or in none, and groups are in the order of the features', () => {
  const addOns = [
    createAddOn('three', { limits: [storage('set', 5)], versions: { basic: price(1) } }),
    createAddOn('one', { features: [include('sso'), include('audit')], versions: { basic: price(1) } }),
    createAddOn('two', { features: [include('sso'), include('phone')], versions: { basic: price(1) } }),
  ];
  expect(collect(addOns).map(({ title, addOns: [addOn] }) => [title, addOn?.id])).toEqual([
    ['', 'two'],
    ['Security', 'one'],
    ['Data', 'three'],
  ]);
});

test('lists plans with the same price together, and only the given plans', () => {
  const addOn = createAddOn('off_1', { versions: { basic: price(300), team: price(300) } });
  expect(collect([addOn])[0]?.addOns[0]?.prices).toEqual([{ price: price(300), plans: [basic, team] }]);
  const perSite = { ...price(300), fee_unit: 'site' };
  const differentUnits = createAddOn('off_1', { versions: { basic: price(300), team: perSite } });
  expect(collect([differentUnits])[0]?.addOns[0]?.prices).toHaveLength(2);
  expect(collect([addOn], [team])[0]?.addOns[0]?.prices[0]?.plans).toEqual([team]);
});

test('lists the titles of required and excluded add-ons', () => {
  const addOns = [
    createAddOn('off_1', {
      depends_on: ['off_2'],
      excludes: ['off_3', 'off_4'],
      versions: { basic: price(1) },
    }),
    createAddOn('off_2', { title: 'Base pack', versions: { basic: price(1) } }),
    createAddOn('off_3', { title: 'Other pack', versions: { team: price(1) } }),
  ];
  expect(collect(addOns, [basic])[0]?.addOns[0]).toMatchObject({
    requires: ['Base pack'],
    excludes: ['Other pack'],
  });
});

test('returns no groups when nothing is offered', () => {
  expect(collect([createAddOn('off_1', { versions: { team: price(1) } })], [basic])).toEqual([]);
  expect(collectAddOns(undefined, [basic])).toEqual([]);
});

const amountsOf = (versions: Record<string, number>) => ({
  versions: Object.fromEntries(Object.keys(versions).map((id) => [id, true])),
  amounts: Object.fromEntries(
    Object.entries(versions).map(([id, amount]) => [id, { amount, unlimited: false }]),
  ),
});
const listItems = (fields: Partial<AddOn>, row: Partial<MatrixFeature>) =>
  collectAddOns(
    createMatrix(
      [createMatrixFeature('sync', { title: 'Sync every', unit: 'hour', ...row })],
      [createAddOn('off_1', { versions: { basic: price(1), team: price(1) }, ...fields })],
    ),
    [basic, team],
  )[0]?.addOns[0]?.items.map(({ title, content }) => [title, content.amount]);
const sync = (change: 'set' | 'add', amount: number) => ({
  ...storage(change, amount),
  id: 'sync',
  title: 'Sync every',
  unit: 'hour',
});

test('an add-on lists neither a zero amount nor what its plans have', () => {
  const hours = amountsOf({ basic: 24, team: 1 });
  const other = include('audit');
  const withOther = (limit: AddOn['limits'][number], row: Partial<MatrixFeature> = hours) =>
    listItems({ features: [other], limits: [limit] }, row)?.slice(1);
  expect(withOther(sync('set', 0))).toEqual([]);
  expect(
    listItems({ features: [{ ...include('sync'), title: 'Sync every' }], limits: [sync('set', 0)] }, hours),
  ).toEqual([['Sync every', null]]);
  expect(withOther(sync('set', 24), amountsOf({ basic: 24, team: 24 }))).toEqual([]);
  expect(withOther(sync('set', 24), { ...hours, better_amount: 'lower' })).toEqual([]);
  // More than one of the plans has.
  expect(withOther(sync('set', 24))).toEqual([['Sync every', 24]]);
  // Of a percentage of which less is better, 0 is the best.
  const percent = { ...sync('set', 0), unit: '%' };
  expect(withOther(percent, { ...hours, unit: '%', better_amount: 'lower' })).toEqual([['Sync every', 0]]);
});

test('an add-on that is included in the plan lists what it is', () => {
  expect(listItems({ limits: [sync('set', 24)] }, amountsOf({ basic: 24, team: 24 }))).toEqual([
    ['Sync every', 24],
  ]);
});

test('a unit that is sold by usage is not listed as a higher limit', () => {
  const metered = createPrice({ price_text: '$0.01 per message' });
  const limits = [sync('add', 1)];
  const row = amountsOf({ basic: 24 });
  expect(listItems({ limits, versions: { basic: metered } }, row)).toEqual([['Sync every', null]]);
  expect(listItems({ limits, versions: { basic: price(1) } }, row)).toEqual([['Sync every', 1]]);
});
