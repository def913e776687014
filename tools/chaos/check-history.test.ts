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

describe('an acknowledged switch', () => {
  test('is lost if its entry is missing', () => {
    expect(findViolations({ history: [first, { ...second, deactivated: null }] })).toEqual([
      'no lost switch',
    ]);
  });

  test('is a duplicate if it has two entries', () => {
    const again = entry(4, 'team', 'pro', { reason: 'op2', deactivated: null });
    expect(findViolations({ history: [first, second, { ...third, deactivated: 4 }, again] })).toEqual([
      'no duplicate switch',
    ]);
  });

  test('names the entry that it created', () => {
    const other = operation('op3', 'pro', [15, 30], { historyId: 'avh_2', timestamp: 2 });
    expect(findViolations({ operations: [op2, other] })).toContain('response matches history');
    // An older entry of the same version is wrong too.
    const [free, pro] = [entry(4, 'free', 'pro'), entry(5, 'pro', 'free', { deactivated: null })];
    const op4 = operation('op4', 'free', [31, 40]);
    const op5 = operation('op5', 'pro', [41, 50], { historyId: 'avh_3', timestamp: 3 });
    const longer = [first, second, { ...third, deactivated: 4 }, free, pro];
    expect(findViolations({ operations: [op2, op3, op4, op5], history: longer })).toEqual([
      'response matches history',
    ]);
  });

  test('names an entry of the requested version', () => {
    const wrong = operation('op4', 'free', [31, 33], { historyId: 'avh_3', timestamp: 3 });
    expect(findViolations({ operations: [op2, op3, wrong] })).toEqual(['response matches history']);
  });

  test('has the time of the entry', () => {
    const late = operation('op3', 'pro', [15, 30], { timestamp: 4 });
    expect(findViolations({ operations: [op2, late] })).toEqual(['response matches history']);
  });
});

test('an unknown switch is applied at most once', () => {
  const unknown = operation('op3', 'pro', [15, Number.POSITIVE_INFINITY], { kind: 'unknown' });
  expect(findViolations({ operations: [op2, unknown] })).toEqual([]);
  const back = entry(4, 'team', 'pro');
  const again = entry(5, 'pro', 'team', { reason: 'op3', deactivated: null });
  const op4 = operation('op4', 'team', [15, 30]);
  const twice = [first, second, { ...third, deactivated: 4 }, back, again];
  expect(findViolations({ operations: [op2, unknown, op4], history: twice })).toEqual([
    'no duplicate switch',
  ]);
});

test('a rejected switch is not applied', () => {
  const rejected = operation('op3', 'pro', [15, 30], { kind: 'rejected', code: 'version_inactive' });
  expect(findViolations({ operations: [op2, rejected] })).toEqual(['no effect of a rejected switch']);
});

test('every entry belongs to an operation', () => {
  expect(findViolations({ operations: [op2] })).toEqual(['no phantom entry']);
  expect(findViolations({ history: [first, second, { ...third, reason: null }] })).toContain(
    'no phantom entry',
  );
});

describe('entries', () => {
  test('have consecutive sequence numbers and distinct ids', () => {
    expect(findViolations({ history: [first, second, { ...third, sequence: 4 }] })).toContain(
      'gapless sequence',
    );
    expect(findViolations({ history: [first, second, { ...third, history_id: 'avh_2' }] })).toContain(
      'gapless sequence',
    );
  });

  test('form a single chain', () => {
    expect(findViolations({ history: [first, second, { ...third, previous_version_id: 'free' }] })).toEqual([
      'single chain',
    ]);
    const unchanged = { ...third, id: 'team' };
    expect(findViolations({ history: [first, second, unchanged] })).toContain('single chain');
  });

  test('have times that never decrease, and end when the next entry begins', () => {
    const early = { ...third, activated: 1 };
    const acknowledgedEarly = operation('op3', 'pro', [15, 30], { timestamp: 1 });
    expect(
      findViolations({
        operations: [op2, acknowledgedEarly],
        history: [first, { ...second, deactivated: 1 }, early],
      }),
    ).toEqual(['monotonic time']);
    expect(findViolations({ history: [first, { ...second, deactivated: 9 }, third] })).toEqual([
      'monotonic time',
    ]);
  });
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

describe('real-time order', () => {
  test('a switch that completed before another was invoked comes first', () => {
    const late = operation('op2', 'team', [31, 40]);
    expect(findViolations({ operations: [late, op3] })).toEqual(['real-time order']);
  });

  test('concurrent switches may come in either order', () => {
    const overlapping = operation('op2', 'team', [29, 40]);
    expect(findViolations({ operations: [overlapping, op3] })).toEqual([]);
  });

  test('a switch that changes nothing names the entry that was current at that time', () => {
    const stale = operation('op4', 'team', [31, 33], { historyId: 'avh_2', timestamp: 2 });
    expect(findViolations({ operations: [op2, op3, stale] })).toEqual(['real-time order']);
    const early = operation('op4', 'team', [1, 5], { historyId: 'avh_2', timestamp: 2 });
    expect(findViolations({ operations: [op2, op3, early] })).toEqual(['real-time order']);
  });

  test('an unknown switch may be applied late, but not before it was sent', () => {
    const unknown = { kind: 'unknown' } as const;
    expect(
      findViolations({ operations: [operation('op2', 'team', [5, Number.POSITIVE_INFINITY], unknown), op3] }),
    ).toEqual([]);
    expect(
      findViolations({
        operations: [operation('op2', 'team', [31, Number.POSITIVE_INFINITY], unknown), op3],
      }),
    ).toEqual(['real-time order']);
  });
});

test('checks ten thousand switches and reads in linear time', () => {
  const count = 10_000;
  const many = Array.from({ length: count }, (_, index) =>
    entry(
      index + 1,
      index % 2 === 0 ? 'free' : 'team',
      index === 0 ? null : index % 2 === 0 ? 'team' : 'free',
      {
        reason: index === 0 ? null : `op${index + 1}`,
        deactivated: index === count - 1 ? null : index + 2,
      },
    ),
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
