import { expect, test } from 'vitest';
import type { Offer } from '@/lib/contract/versions';
import {
  createContent,
  createMatrix,
  createMatrixFeature,
  createOffer,
  createPrice,
  createVersionEntry,
} from '@/tools/testing/contract-fixtures';
import { collectOffers } from './collect-offers';

const [basic, team] = [createVersionEntry('basic', { fee: 0 }), createVersionEntry('team', { fee: 0 })];

const features = [
  createMatrixFeature('sso', { title: 'Single sign-on', description: 'With SAML.', group: 'Security' }),
  createMatrixFeature('audit', { title: 'Audit log', group: 'Security' }),
  createMatrixFeature('phone', { title: 'Phone support', group: 'Support' }),
  createMatrixFeature('storage', { title: 'Storage', group: 'Data', unit: 'GB' }),
];
const include = (id: string): Offer['features'][number] => ({
  id,
  title: features.find((feature) => feature.id === id)?.title ?? '',
  is_limit: false,
  ...createContent(),
});
const storage = (change: 'set' | 'add', amount: number): Offer['limits'][number] => ({
  id: 'storage',
  title: 'Storage',
  is_limit: false,
  change,
  ...createContent({ amount, unit: 'GB' }),
});
const price = (fee: number | null) => createPrice({ fee });

const collect = (offers: Offer[], plans = [basic, team]) =>
  collectOffers(createMatrix(features, offers), plans);

test('lists features and limits of an offer with their amounts', () => {
  const offer = createOffer('off_1', {
    title: 'Growth pack',
    features: [include('sso')],
    limits: [storage('add', 10)],
    versions: { basic: price(900) },
  });
  expect(collect([offer])).toEqual([
    {
      title: '',
      offers: [
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

test('an offer whose only feature has its title lists no items and takes over the description', () => {
  const offer = createOffer('off_1', {
    title: 'Single sign-on',
    features: [include('sso')],
    versions: { basic: price(300) },
  });
  expect(collect([offer])[0]?.offers[0]).toMatchObject({ items: [], description: 'With SAML.' });
  const withAmount = createOffer('off_2', {
    title: 'Storage',
    limits: [storage('set', 50)],
    versions: { basic: price(300) },
  });
  expect(collect([withAmount])[0]?.offers[0]?.items).toHaveLength(1);
});

test('offers with the same feature are listed separately', () => {
  const offers = ['off_1', 'off_2'].map((id) =>
    createOffer(id, { title: id, features: [include('audit')], versions: { basic: price(300) } }),
  );
  expect(collect(offers)).toMatchObject([{ title: 'Security', offers: [{ id: 'off_1' }, { id: 'off_2' }] }]);
});

test('an offer is in the group of all its features, or in none', () => {
  const offers = [
    createOffer('one', { features: [include('sso'), include('audit')], versions: { basic: price(1) } }),
    createOffer('two', { features: [include('sso'), include('phone')], versions: { basic: price(1) } }),
    createOffer('three', { limits: [storage('set', 5)], versions: { basic: price(1) } }),
  ];
  expect(collect(offers).map(({ title, offers: [offer] }) => [title, offer?.id])).toEqual([
    ['', 'two'],
    ['Security', 'one'],
    ['Data', 'three'],
  ]);
});

test('lists plans with the same price together, and only the given plans', () => {
  const offer = createOffer('off_1', { versions: { basic: price(300), team: price(300) } });
  expect(collect([offer])[0]?.offers[0]?.prices).toEqual([{ price: price(300), plans: [basic, team] }]);
  const perSite = { ...price(300), fee_unit: 'site' };
  const differentUnits = createOffer('off_1', { versions: { basic: price(300), team: perSite } });
  expect(collect([differentUnits])[0]?.offers[0]?.prices).toHaveLength(2);
  expect(collect([offer], [team])[0]?.offers[0]?.prices[0]?.plans).toEqual([team]);
});

test('lists the titles of required and excluded offers', () => {
  const offers = [
    createOffer('off_1', {
      depends_on: ['off_2'],
      excludes: ['off_3', 'off_4'],
      versions: { basic: price(1) },
    }),
    createOffer('off_2', { title: 'Base pack', versions: { basic: price(1) } }),
    createOffer('off_3', { title: 'Other pack', versions: { team: price(1) } }),
  ];
  expect(collect(offers, [basic])[0]?.offers[0]).toMatchObject({
    requires: ['Base pack'],
    excludes: ['Other pack'],
  });
});

test('returns no groups when nothing is offered', () => {
  expect(collect([createOffer('off_1', { versions: { team: price(1) } })], [basic])).toEqual([]);
  expect(collectOffers(undefined, [basic])).toEqual([]);
});
