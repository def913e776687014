import { expect, test } from 'vitest';
import { compareFeatures } from '@/lib/domain/catalog/compare-features';
import { createVersionSnapshot } from '@/tools/testing/catalog-fixtures';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { serializeHistoryEntry } from './history-serializers';

const free = createVersionSnapshot('ver_1', {
  title: 'Free',
  fee: 0,
  annualFee: 0,
  features: [
    { human_id: 'boards', title: 'Boards', kind: 'included', value: null, limit: null },
    {
      human_id: 'files',
      title: 'Files',
      kind: 'included',
      value: '5 GB',
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

test('a catalog change has the previous price if the price changed', () => {
  const changes = compareFeatures(free.features, team.features);
  const { catalog_changes } = serializeHistoryEntry({
    entry: {
      id: 'avh_2',
      sequence: 2,
      activatedAt: new Date(1_767_225_600_999),
      direction: 'upgrade',
      pays: 'more',
      version: team,
      previous: free,
      actor: { kind: 'operator', name: 'Zoë', channel: 'command' },
      reason: null,
      billingPeriod: 'year',
      users: 1,
      quantity: null,
      terms: null,
      trialEndsAt: null,
      kind: 'switch',
      addOns: [],
      undo: false,
      isLocked: false,
      historySequence: 1,
    },
    changes,
    planSince: new Date(0),
    deactivatedAt: null,
    undoUntil: null,
    followsAt: null,
    recordedAt: 0,
    catalogChanges: [
      {
        changedAt: new Date(1_767_312_000_999),
        previous: { ...free, versionId: 'ver_2' },
        version: team,
        changes,
      },
      { changedAt: new Date(1_767_312_001_000), previous: team, version: team, changes },
    ],
  });
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
