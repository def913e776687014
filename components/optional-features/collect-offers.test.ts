import { expect, test } from 'vitest';
import {
  createFeatureOffer,
  createMatrixFeature,
  createVersionEntry,
} from '@/tools/testing/contract-fixtures';
import { collectOffers } from './collect-offers';

const [basic, team] = [createVersionEntry('basic', { fee: 0 }), createVersionEntry('team', { fee: 0 })];

interface OfferSpec {
  fee: number | null;
  title: string | null;
}

/** An offer without a title has the title of the feature. */
const feature = (id: string, group: string, offers: Record<string, OfferSpec>) =>
  createMatrixFeature(id, {
    title: `The ${id}`,
    description: `About ${id}`,
    group,
    offers: Object.fromEntries(
      Object.entries(offers).map(([plan, { fee, title }]) => [
        plan,
        createFeatureOffer(title ?? `The ${id}`, { fee }),
      ]),
    ),
  });
const offer = (fee: number | null, title: string | null = null): OfferSpec => ({ fee, title });

test('lists an offered feature in its group, with its price', () => {
  const features = [
    feature('sso', 'Security', { basic: offer(300) }),
    feature('boards', 'Boards', {}),
    feature('export', '', { basic: offer(null) }),
  ];
  expect(collectOffers(features, [basic])).toEqual([
    {
      title: '',
      offers: [
        {
          key: 'feature export',
          title: 'The export',
          description: 'About export',
          features: [],
          prices: [{ fees: { fee: null, user_fee: null }, plans: [basic] }],
        },
      ],
    },
    { title: 'Security', offers: [expect.objectContaining({ key: 'feature sso', title: 'The sso' })] },
  ]);
});

test('lists plans with the same price together', () => {
  const features = [feature('sso', '', { basic: offer(300), team: offer(300) })];
  expect(collectOffers(features, [basic, team])[0]?.offers[0]?.prices).toEqual([
    { fees: { fee: 300, user_fee: null }, plans: [basic, team] },
  ]);
  const differentPrices = [feature('sso', '', { basic: offer(300), team: offer(200) })];
  expect(collectOffers(differentPrices, [basic, team])[0]?.offers[0]?.prices).toHaveLength(2);
});

test('lists features that are sold together once, with one price', () => {
  const features = [
    feature('sso', 'Security', { basic: offer(900, 'Trust pack') }),
    feature('audit', 'Security', { basic: offer(900, 'Trust pack') }),
    feature('phone', 'Support', { basic: offer(900, 'Care pack') }),
    feature('visit', 'Visits', { basic: offer(900, 'Care pack') }),
  ];
  const groups = collectOffers(features, [basic]);
  expect(groups.map(({ title, offers }) => [title, offers.map((item) => item.title)])).toEqual([
    ['', ['Care pack']],
    ['Security', ['Trust pack']],
  ]);
  expect(groups[1]?.offers[0]).toMatchObject({
    features: [{ id: 'sso' }, { id: 'audit' }],
    prices: [{ fees: { fee: 900 } }],
  });
});

test('returns no groups when nothing is offered', () => {
  expect(collectOffers([feature('sso', '', { team: offer(300) })], [basic])).toEqual([]);
  expect(collectOffers([], [])).toEqual([]);
});
