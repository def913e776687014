import { expect, test } from 'vitest';
import { compareFeatures } from '@/lib/domain/compare-features';
import type { ActivationDetail } from '@/lib/domain/history';
import { createVersionSnapshot } from '@/tools/testing/catalog-fixtures';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { serializeHistory, serializeHistoryEntry, stringifyHistory } from './history-serializers';

const free = createVersionSnapshot('ver_1', {
  title: 'Free “as in” "beer"',
  description: 'Two\nlines, \\ and \u2028',
  fee: 0,
  annualFee: 0,
  features: [
    { human_id: 'boards', title: 'Boards 🛹', kind: 'included', value: null, limit: null },
    {
      human_id: 'files',
      title: 'Files',
      kind: 'included',
      value: '5 "GB"',
      limit: { amount: 5, unlimited: false, unit: 'GB', period: null },
    },
  ],
});
const team = createVersionSnapshot('ver_2', {
  title: 'Team',
  fee: 2900,
  feeUnit: 'site',
  features: [
    {
      ...free.features[1]!,
      value: '2 GB',
      limit: { amount: 2, unlimited: false, unit: 'GB', period: null },
    },
  ],
});
const [none, moved] = [compareFeatures(null, free.features), compareFeatures(free.features, team.features)];

const first: ActivationDetail = {
  activation: {
    id: 'avh_1',
    sequence: 1,
    activatedAt: new Date(1_767_225_600_999),
    direction: 'none',
    version: free,
    previous: null,
    actor: { kind: 'operator', name: 'Zoë "Z"', channel: 'command' },
    reason: null,
    billingPeriod: 'month',
    users: 1,
    kind: 'switch',
    addOns: [],
    undo: false,
    addOnSequence: 0,
  },
  changes: none,
  deactivatedAt: new Date(0),
  undoUntil: null,
  catalogChanges: [],
};
const second: ActivationDetail = {
  activation: {
    ...first.activation,
    id: 'avh_2',
    sequence: 2,
    direction: 'upgrade',
    version: team,
    previous: free,
    reason: 'Because "of"\tit \ud800',
    billingPeriod: 'year',
    addOns: [
      {
        id: 'off_1',
        title: 'Pack "A"',
        outcome: 'kept',
        quantity: 2,
        ...createPrice({ fee: 100 }),
      },
    ],
  },
  changes: moved,
  deactivatedAt: null,
  undoUntil: new Date(1_767_312_000_999),
  catalogChanges: [
    {
      changedAt: new Date(1_767_312_000_999),
      previous: { ...free, versionId: 'ver_2' },
      version: team,
      changes: moved,
    },
    { changedAt: new Date(1_767_312_001_000), previous: team, version: team, changes: none },
  ],
};
// The same move of another account, on another day.
const third: ActivationDetail = {
  ...second,
  activation: {
    ...second.activation,
    id: 'avh_3',
    direction: 'downgrade',
    reason: '',
    activatedAt: new Date(1e12),
  },
};

// The same move with the title of another time, as an entry at a time has it.
const renamed: ActivationDetail = {
  ...second,
  activation: { ...second.activation, version: { ...team, title: 'Squad' } },
};

test.each([
  [[], null],
  [[first], null],
  [[third, second, first], null],
  [[second, third], 2],
  [[second, renamed], null],
])('stringifyHistory equals JSON.stringify of serializeHistory', (entries, next) => {
  const page = { entries, next };
  expect(stringifyHistory(page)).toBe(JSON.stringify(serializeHistory(page)));
});

test('a catalog change has the previous price if the price changed', () => {
  const { catalog_changes } = serializeHistoryEntry(second);
  expect(catalog_changes).toEqual([
    {
      changed_at: 1_767_312_000,
      gained: [],
      lost: [expect.objectContaining({ id: 'boards' })],
      raised: [],
      lowered: [expect.objectContaining({ id: 'files' })],
      changed: [],
      price: createPrice({ fee: 2900, fee_unit: 'site' }),
      previous_price: createPrice({ fee: 0, annual_fee: 0 }),
    },
    expect.objectContaining({ changed_at: 1_767_312_001, previous_price: null }),
  ]);
});
