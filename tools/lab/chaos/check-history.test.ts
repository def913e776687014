import { describe, expect, test } from 'vitest';
import {
  type AccountRun,
  checkHistory,
  type ObservedEntry,
  type ObservedOutcome,
  type SwitchOperation,
} from './check-history';

/** An entry of the final history. `reason` is the id of the switch that created it. */
function entry(sequence: number, id: string, previous: string | null, fields: Partial<ObservedEntry> = {}) {
  return {
    history_id: `avh_${sequence}`,
    sequence,
    id,
    previous_version_id: previous,
    activated: sequence,
    deactivated: sequence + 1,
    account_billing_period: 'month' as const,
    reason: `op${sequence}`,
    ...fields,
  };
}

/** Acknowledged with entry n for the id `opn`, unless `outcome` says otherwise. */
function operation(
  id: string,
  versionId: string,
  [invokedAt, completedAt]: [number, number],
  outcome: Partial<ObservedOutcome> = {},
): SwitchOperation {
  const number = Number(id.replace('op', ''));
  const acknowledged = { kind: 'acknowledged', historyId: `avh_${number}`, versionId, timestamp: number };
  return {
    id,
    versionId,
    invokedAt,
    completedAt,
    outcome: { ...acknowledged, ...outcome } as ObservedOutcome,
  };
}

const history = [
  entry(1, 'free', null, { reason: null }),
  entry(2, 'team', 'free'),
  entry(3, 'pro', 'team', { deactivated: null }),
];
const op2 = operation('op2', 'team', [10, 20]);
const op3 = operation('op3', 'pro', [15, 30]);
const [first, second, third] = history as [ObservedEntry, ObservedEntry, ObservedEntry];
const valid: AccountRun = { accountId: 'acc', operations: [op2, op3], reads: [], history };
const findViolations = (run: Partial<AccountRun>) => [
  ...new Set(checkHistory({ ...valid, ...run }).map(({ invariant }) => invariant)),
];

test('accepts a history that breaks no invariant', () => {
  const reads = [
    { invokedAt: 1, completedAt: 5, limit: 9, entries: [{ ...first, deactivated: null }] },
    { invokedAt: 16, completedAt: 25, limit: 9, entries: [{ ...second, deactivated: null }, first] },
    { invokedAt: 31, completedAt: 32, limit: 1, entries: [third] },
  ];
  const unchanged = operation('op4', 'pro', [31, 33], { historyId: 'avh_3', timestamp: 3 });
  const unknown = operation('op5', 'free', [1, Number.POSITIVE_INFINITY], { kind: 'unknown' });
  const rejected = operation('op6', 'free', [1, 2], { kind: 'rejected', code: 'preview_stale' });
  expect(findViolations({ operations: [op2, op3, unchanged, unknown, rejected], reads })).toEqual([]);
  expect(findViolations({ operations: [], history: [{ ...first, deactivated: null }] })).toEqual([]);
  expect(findViolations({ operations: [], history: [] })).toEqual([]);
});

const older = operation('op3', 'pro', [15, 30], { historyId: 'avh_2', timestamp: 2 });
const wrongVersion = operation('op4', 'free', [31, 33], { historyId: 'avh_3', timestamp: 3 });
const late = operation('op3', 'pro', [15, 30], { timestamp: 4 });
const rejected = operation('op3', 'pro', [15, 30], { kind: 'rejected', code: 'version_inactive' });
const unfinished: [number, number] = [15, Number.POSITIVE_INFINITY];
const unknown = operation('op3', 'pro', unfinished, { kind: 'unknown' });
const [free, pro] = [entry(4, 'free', 'pro'), entry(5, 'pro', 'free', { deactivated: null })];
const back = entry(4, 'team', 'pro', { deactivated: null });
const longer = [first, second, { ...third, deactivated: 4 }];
const early = { ...third, activated: 1 };

test.each<[string, Partial<AccountRun>, string[]]>([
  ['a lost switch', { history: [first, { ...second, deactivated: null }] }, ['no lost switch']],
  ['two entries of a switch', { history: [...longer, { ...back, reason: 'op2' }] }, ['no duplicate switch']],
  [
    'an older entry of the same version',
    {
      operations: [
        ...[op2, op3, operation('op4', 'free', [31, 40])],
        operation('op5', 'pro', [41, 50], { historyId: 'avh_3', timestamp: 3 }),
      ],
      history: [...longer, free, pro],
    },
    ['response matches history'],
  ],
  ['an entry of another version', { operations: [op2, op3, wrongVersion] }, ['response matches history']],
  ['another time', { operations: [op2, late] }, ['response matches history']],
  ['an unknown switch that was applied once', { operations: [op2, unknown] }, []],
  [
    'an unknown switch that was applied twice',
    {
      operations: [op2, unknown, operation('op4', 'team', [15, 30])],
      history: [...longer, entry(4, 'team', 'pro'), { ...pro, previous_version_id: 'team', reason: 'op3' }],
    },
    ['no duplicate switch'],
  ],
  ['a rejected switch that was applied', { operations: [op2, rejected] }, ['no effect of a rejected switch']],
  ['an entry of no operation', { operations: [op2] }, ['no phantom entry']],
  [
    'an entry that follows from another one',
    { history: [first, second, { ...third, previous_version_id: 'free' }] },
    ['single chain'],
  ],
  [
    'a time that decreases',
    {
      operations: [op2, operation('op3', 'pro', [15, 30], { timestamp: 1 })],
      history: [first, { ...second, deactivated: 1 }, early],
    },
    ['monotonic time'],
  ],
  [
    'an entry that ends after the next one begins',
    { history: [first, { ...second, deactivated: 9 }, third] },
    ['monotonic time'],
  ],
])('reports %s', (_, run, invariants) => {
  expect(findViolations(run)).toEqual(invariants);
});

test.each<[string, Partial<AccountRun>, string]>([
  ['the entry of another switch', { operations: [op2, older] }, 'response matches history'],
  ['an entry without a reason', { history: [first, second, { ...third, reason: null }] }, 'no phantom entry'],
  ['a gap', { history: [first, second, { ...third, sequence: 4 }] }, 'gapless sequence'],
  ['a repeated ID', { history: [first, second, { ...third, history_id: 'avh_2' }] }, 'gapless sequence'],
  ['a switch to the same version', { history: [first, second, { ...third, id: 'team' }] }, 'single chain'],
])('reports %s among others', (_, run, invariant) => {
  expect(findViolations(run)).toContain(invariant);
});

test('a version list shows what was acknowledged before it was requested, or what came later', () => {
  const read = (versionId: string, invokedAt: number) => ({ versionReads: [{ invokedAt, versionId }] });
  for (const versionId of ['free', 'team', 'pro']) expect(findViolations(read(versionId, 15))).toEqual([]);
  expect(findViolations(read('free', 21))).toEqual(['read after acknowledgement']);
  expect([...findViolations(read('team', 21)), ...findViolations(read('pro', 21))]).toEqual([]);
  expect(findViolations(read('team', 31))).toEqual(['read after acknowledgement']);
});

describe('a read', () => {
  const read = (entries: ObservedEntry[], limit = 9, [invokedAt, completedAt] = [31, 40]) => ({
    reads: [{ invokedAt: invokedAt ?? 0, completedAt: completedAt ?? 0, limit, entries }],
  });

  test('returns no entry that is missing from the final history', () => {
    const lost = entry(4, 'free', 'pro', { deactivated: null });
    expect(findViolations(read([lost, { ...third, deactivated: 4 }, second, first]))).toEqual([
      'read is a prefix',
    ]);
  });

  test('returns no entry that differs from the final history', () => {
    expect(findViolations(read([third, { ...second, id: 'else' }, first]))).toEqual(['read is a prefix']);
  });

  test('has no gap and is complete up to its limit', () => {
    expect(findViolations(read([third, first]))).toContain('read is a prefix');
    expect(findViolations(read([third, second]))).toContain('read is a prefix');
    expect(findViolations(read([third, second], 2))).toEqual([]);
  });

  test('returns every switch that was acknowledged before it began', () => {
    expect(findViolations(read([{ ...second, deactivated: null }, first]))).toEqual(['real-time order']);
  });

  test('returns no switch that was sent after it ended', () => {
    expect(findViolations(read([third, second, first], 9, [1, 12]))).toEqual(['real-time order']);
  });

  test('returns at least what an earlier read returned', () => {
    const slow = operation('op3', 'pro', [15, 90]);
    const [newer, older] = [
      [third, second, first],
      [{ ...second, deactivated: null }, first],
    ];
    const reads = [newer, older].map((entries, index) => ({
      invokedAt: 40 + index * 10,
      completedAt: 45 + index * 10,
      limit: 9,
      entries,
    }));
    expect(findViolations({ operations: [op2, slow], reads })).toEqual(['real-time order']);
    expect(
      findViolations({
        operations: [op2, slow],
        reads: reads.map((each) => ({ ...each, completedAt: 60 })),
      }),
    ).toEqual([]);
  });
});

const afterOp3: [number, number] = [31, 40];
const sentAt = (time: number) =>
  operation('op2', 'team', [time, Number.POSITIVE_INFINITY], { kind: 'unknown' });
const unchanged = (times: [number, number]) =>
  operation('op4', 'team', times, { historyId: 'avh_2', timestamp: 2 });

test.each<[string, SwitchOperation[], string[]]>([
  ['a switch before one that had completed', [operation('op2', 'team', afterOp3), op3], ['real-time order']],
  ['concurrent switches in either order', [operation('op2', 'team', [29, 40]), op3], []],
  ['a switch that names what was current earlier', [op2, op3, unchanged([31, 33])], ['real-time order']],
  ['a switch that names what was current later', [op2, op3, unchanged([1, 5])], ['real-time order']],
  ['an unknown switch that was applied late', [sentAt(5), op3], []],
  ['an unknown switch that was applied before it was sent', [sentAt(31), op3], ['real-time order']],
])('the order of %s', (_, operations, invariants) => {
  expect(findViolations({ operations })).toEqual(invariants);
});

test('checks ten thousand switches and reads in linear time', () => {
  const count = 10_000;
  const plans = ['free', 'team'] as const;
  const many = Array.from({ length: count }, (_, index) =>
    entry(index + 1, plans[index % 2]!, index === 0 ? null : plans[(index + 1) % 2]!, {
      reason: index === 0 ? null : `op${index + 1}`,
      deactivated: index === count - 1 ? null : index + 2,
    }),
  );
  const operations = many
    .slice(1)
    .map(({ sequence, id }) => operation(`op${sequence}`, id, [sequence, sequence + 1]));
  const reads = many.slice(1).map((newest) => ({
    invokedAt: newest.sequence,
    completedAt: newest.sequence + 1,
    limit: 1,
    entries: [{ ...newest, deactivated: null }],
  }));
  expect(findViolations({ operations, reads, history: many })).toEqual([]);
});
