import { expect, test } from 'vitest';
import type { MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import { collectOffers } from './collect-offers';

const plan = (id: string): VersionEntry => ({
  id,
  title: id,
  description: '',
  more_info: null,
  active: true,
  fee: 0,
  user_fee: null,
  tag: id,
  public: true,
  current: false,
  switch: null,
});
const [basic, team] = [plan('basic'), plan('team')];

const feature = (id: string, group: string, offers: MatrixFeature['offers']): MatrixFeature => ({
  id,
  title: `The ${id}`,
  description: `About ${id}`,
  versions: {},
  group,
  values: {},
  offers,
});
const offer = (fee: number | null, title: string | null = null) => ({ title, fee, user_fee: null });

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
