import { expect, test } from 'vitest';
import type { FrozenVersion } from '@/lib/data/version-snapshot';
import { compareFeatures } from '@/lib/versions/compare-features';
import type { HistoryRecord } from '@/lib/versions/read-history';
import { historyJson, presentHistory } from './history';

const free: FrozenVersion = {
  appId: 'app_1',
  digest: 'a',
  versionId: 'ver_1',
  title: 'Free “as in” "beer"',
  description: 'Two\nlines, \\ and \u2028',
  tag: '1',
  fee: 0,
  userFee: null,
  currency: 'EUR',
  billingPeriod: 'month',
  features: [{ human_id: 'boards', title: 'Boards 🛹', kind: 'included', value: null }],
};
const team: FrozenVersion = {
  ...free,
  digest: 'b',
  versionId: 'ver_2',
  title: 'Team',
  fee: 2900,
  features: [],
};
const [none, moved] = [compareFeatures(null, free.features), compareFeatures(free.features, team.features)];

const first: HistoryRecord = {
  activation: {
    id: 'avh_1',
    sequence: 1,
    activatedAt: new Date(1_767_225_600_999),
    direction: 'none',
    version: free,
    previous: null,
    actor: { kind: 'operator', name: 'Zoë "Z"', channel: 'command' },
    reason: null,
  },
  changes: none,
  deactivatedAt: new Date(0),
};
const second: HistoryRecord = {
  activation: {
    ...first.activation,
    id: 'avh_2',
    sequence: 2,
    direction: 'upgrade',
    version: team,
    previous: free,
    reason: 'Because "of"\tit \ud800',
  },
  changes: moved,
  deactivatedAt: null,
};
// The same move of another account, on another day.
const third: HistoryRecord = {
  ...second,
  activation: {
    ...second.activation,
    id: 'avh_3',
    direction: 'downgrade',
    reason: '',
    activatedAt: new Date(1e12),
  },
};

test.each([
  [[], null],
  [[first], null],
  [[third, second, first], null],
  [[second, third], 2],
])('the text is that of the object, to the letter', (records, next) => {
  const page = { records, next };
  expect(historyJson(page)).toBe(JSON.stringify(presentHistory(page)));
});
