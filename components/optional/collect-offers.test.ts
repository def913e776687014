import { expect, test } from 'vitest';
import type { MatrixFeature, VersionEntry } from '@/lib/contract/version-list';
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
const at = (fee: number | null, title: string | null = null) => ({ title, fee, user_fee: null });

test('a feature on offer stands in its group with its price', () => {
  const features = [
    feature('sso', 'Security', { basic: at(300) }),
    feature('boards', 'Boards', {}),
    feature('export', '', { basic: at(null) }),
  ];
  expect(collectOffers(features, [basic])).toEqual([
    {
      title: '',
      offers: [
        {
          key: 'feature export',
          title: 'The export',
          description: 'About export',
          holds: [],
          prices: [{ fees: { fee: null, user_fee: null }, plans: [basic] }],
        },
      ],
    },
    { title: 'Security', offers: [expect.objectContaining({ key: 'feature sso', title: 'The sso' })] },
  ]);
});

test('plans at one price are named together', () => {
  const features = [feature('sso', '', { basic: at(300), team: at(300) })];
  expect(collectOffers(features, [basic, team])[0]?.offers[0]?.prices).toEqual([
    { fees: { fee: 300, user_fee: null }, plans: [basic, team] },
  ]);
  const apart = [feature('sso', '', { basic: at(300), team: at(200) })];
  expect(collectOffers(apart, [basic, team])[0]?.offers[0]?.prices).toHaveLength(2);
});

test('what is sold together is priced once', () => {
  const features = [
    feature('sso', 'Security', { basic: at(900, 'Trust pack') }),
    feature('audit', 'Security', { basic: at(900, 'Trust pack') }),
    feature('phone', 'Support', { basic: at(900, 'Care pack') }),
    feature('visit', 'Visits', { basic: at(900, 'Care pack') }),
  ];
  const groups = collectOffers(features, [basic]);
  expect(groups.map(({ title, offers }) => [title, offers.map((offer) => offer.title)])).toEqual([
    ['', ['Care pack']],
    ['Security', ['Trust pack']],
  ]);
  expect(groups[1]?.offers[0]).toMatchObject({
    holds: [{ id: 'sso' }, { id: 'audit' }],
    prices: [{ fees: { fee: 900 } }],
  });
});

test('nothing on offer is nothing', () => {
  expect(collectOffers([feature('sso', '', { team: at(300) })], [basic])).toEqual([]);
  expect(collectOffers([], [])).toEqual([]);
});
