import { describe, expect, test } from 'vitest';
import type { AccountRun, HistoryRecord, SwitchOperation } from './account-run';
import { checkHistory } from './check-history';

/** A record of the end; `reason` names the switch that made it. */
function record(sequence: number, id: string, previous: string | null, fields: Partial<HistoryRecord> = {}) {
  return {
    history_id: `avh_${sequence}`,
    sequence,
    id,
    previous_version_id: previous,
    activated: sequence,
    deactivated: sequence + 1,
    reason: `op${sequence}`,
    ...fields,
  };
}

function operation(
  id: string,
  versionId: string,
  [invoked, completed]: [number, number],
  outcome: Partial<SwitchOperation['outcome']> = {},
): SwitchOperation {
  const answer = { kind: 'acknowledged', historyId: id.replace('op', 'avh_'), versionId, changed: true };
  return {
    id,
    versionId,
    invoked,
    completed,
    outcome: { ...answer, ...outcome } as SwitchOperation['outcome'],
  };
}

const end = [
  record(1, 'free', null, { reason: null }),
  record(2, 'team', 'free'),
  record(3, 'pro', 'team', { deactivated: null }),
];
const op2 = operation('op2', 'team', [10, 20]);
const op3 = operation('op3', 'pro', [15, 30]);
const [first, second, third] = end as [HistoryRecord, HistoryRecord, HistoryRecord];
const good: AccountRun = { account: 'acc', operations: [op2, op3], reads: [], end };
const promises = (run: Partial<AccountRun>) => [
  ...new Set(checkHistory({ ...good, ...run }).map(({ promise }) => promise)),
];

test('a history that holds every promise is let through', () => {
  const reads = [
    { invoked: 1, completed: 5, limit: 9, entries: [{ ...first, deactivated: null }] },
    { invoked: 16, completed: 25, limit: 9, entries: [{ ...second, deactivated: null }, first] },
    { invoked: 31, completed: 32, limit: 1, entries: [third] },
  ];
  const unchanged = operation('op4', 'pro', [31, 33], { historyId: 'avh_3', changed: false });
  const unknown = operation('op5', 'free', [1, Number.POSITIVE_INFINITY], { kind: 'unknown' });
  const refused = operation('op6', 'free', [1, 2], { kind: 'refused', code: 'preview_stale' });
  expect(promises({ operations: [op2, op3, unchanged, unknown, refused], reads })).toEqual([]);
  expect(promises({ operations: [], end: [{ ...first, deactivated: null }] })).toEqual([]);
  expect(promises({ operations: [], end: [] })).toEqual([]);
});

describe('an acknowledged switch', () => {
  test('that is not there is lost', () => {
    expect(promises({ end: [first, { ...second, deactivated: null }] })).toEqual(['none lost']);
  });

  test('that is there twice is doubled', () => {
    const again = record(4, 'team', 'pro', { reason: 'op2', deactivated: null });
    expect(promises({ end: [first, second, { ...third, deactivated: 4 }, again] })).toEqual(['none doubled']);
  });

  test('is answered with its own record', () => {
    const other = operation('op3', 'pro', [15, 30], { historyId: 'avh_2' });
    expect(promises({ operations: [op2, other] })).toContain('an answer tells the truth');
  });

  test('that changed nothing left nothing, and found the version it asked for', () => {
    expect(
      promises({ operations: [op2, { ...op3, outcome: { ...op3.outcome, changed: false } as never }] }),
    ).toEqual(['an answer tells the truth']);
    const wrong = operation('op4', 'free', [31, 33], { historyId: 'avh_3', changed: false });
    expect(promises({ operations: [op2, op3, wrong] })).toEqual(['an answer tells the truth']);
  });
});

test('an unknown switch may be there once, and not twice', () => {
  const unknown = operation('op3', 'pro', [15, Number.POSITIVE_INFINITY], { kind: 'unknown' });
  expect(promises({ operations: [op2, unknown] })).toEqual([]);
  const back = record(4, 'team', 'pro', { reason: 'op4', activated: 4, deactivated: 5 });
  const again = record(5, 'pro', 'team', { reason: 'op3', deactivated: null });
  const op4 = operation('op4', 'team', [15, 30]);
  const twice = [first, second, { ...third, deactivated: 4 }, back, again];
  expect(promises({ operations: [op2, unknown, op4], end: twice })).toEqual(['none doubled']);
});

test('a refused switch is not there', () => {
  const refused = operation('op3', 'pro', [15, 30], { kind: 'refused', code: 'version_inactive' });
  expect(promises({ operations: [op2, refused] })).toEqual(['a refusal leaves nothing']);
});

test('nothing is there that nobody asked for', () => {
  expect(promises({ operations: [op2] })).toEqual(['nothing from nowhere']);
  expect(promises({ end: [first, second, { ...third, reason: null }] })).toContain('nothing from nowhere');
});

describe('the records by themselves', () => {
  test('have no gap in their sequence, and no two are one', () => {
    expect(promises({ end: [first, second, { ...third, sequence: 4 }] })).toContain('no gap');
    expect(promises({ end: [first, second, { ...third, history_id: 'avh_2' }] })).toContain('no gap');
  });

  test('are one chain', () => {
    expect(promises({ end: [first, second, { ...third, previous_version_id: 'free' }] })).toEqual([
      'one chain',
    ]);
    const still = { ...third, id: 'team' };
    expect(promises({ end: [first, second, still] })).toContain('one chain');
  });

  test('never run backwards, and end where the next begins', () => {
    const before = { ...third, activated: 1 };
    expect(promises({ end: [first, { ...second, deactivated: 1 }, before] })).toEqual(['time runs forward']);
    expect(promises({ end: [first, { ...second, deactivated: 9 }, third] })).toEqual(['time runs forward']);
  });
});

describe('a read', () => {
  const read = (entries: HistoryRecord[], limit = 9, times: [number, number] = [31, 40]) => ({
    reads: [{ invoked: times[0], completed: times[1], limit, entries }],
  });

  test('of a record that is not there in the end', () => {
    const lost = record(4, 'free', 'pro', { deactivated: null });
    expect(promises(read([lost, { ...third, deactivated: 4 }, second, first]))).toEqual([
      'a read is a prefix',
    ]);
  });

  test('of another record than there is in the end', () => {
    expect(promises(read([third, { ...second, id: 'else' }, first]))).toEqual(['a read is a prefix']);
  });

  test('with a hole, or cut short', () => {
    expect(promises(read([third, first]))).toContain('a read is a prefix');
    expect(promises(read([third, second]))).toContain('a read is a prefix');
    expect(promises(read([third, second], 2))).toEqual([]);
  });

  test('that misses what was acknowledged before it began', () => {
    expect(promises(read([{ ...second, deactivated: null }, first]))).toEqual(['real-time order']);
  });

  test('that saw what only began afterwards', () => {
    expect(promises(read([third, second, first], 9, [1, 12]))).toEqual(['real-time order']);
  });

  test('that saw less than one that was done before it', () => {
    const slow = operation('op3', 'pro', [15, 90]);
    const [newer, older] = [
      [third, second, first],
      [{ ...second, deactivated: null }, first],
    ];
    const reads = [newer, older].map((entries, index) => ({
      invoked: 40 + index * 10,
      completed: 45 + index * 10,
      limit: 9,
      entries,
    }));
    expect(promises({ operations: [op2, slow], reads })).toEqual(['real-time order']);
    expect(
      promises({ operations: [op2, slow], reads: reads.map((each) => ({ ...each, completed: 60 })) }),
    ).toEqual([]);
  });
});

describe('real-time order', () => {
  test('a switch that was done before another began stands before it', () => {
    const late = operation('op2', 'team', [31, 40]);
    expect(promises({ operations: [late, op3] })).toEqual(['real-time order']);
  });

  test('switches that overlap may stand either way', () => {
    const overlapping = operation('op2', 'team', [29, 40]);
    expect(promises({ operations: [overlapping, op3] })).toEqual([]);
  });

  test('an answer that nothing changed is of a moment when the account was there', () => {
    const stale = operation('op4', 'team', [31, 33], { historyId: 'avh_2', changed: false });
    expect(promises({ operations: [op2, op3, stale] })).toEqual(['real-time order']);
    const early = operation('op4', 'team', [1, 5], { historyId: 'avh_2', changed: false });
    expect(promises({ operations: [op2, op3, early] })).toEqual(['real-time order']);
  });

  test('an unknown switch may come late, but not before it was sent', () => {
    const unknown = { kind: 'unknown' } as const;
    expect(
      promises({ operations: [operation('op2', 'team', [5, Number.POSITIVE_INFINITY], unknown), op3] }),
    ).toEqual([]);
    expect(
      promises({ operations: [operation('op2', 'team', [31, Number.POSITIVE_INFINITY], unknown), op3] }),
    ).toEqual(['real-time order']);
  });
});

test('ten thousand switches and reads are checked at once', () => {
  const count = 10_000;
  const many = Array.from({ length: count }, (_, index) =>
    record(
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
    invoked: newest.sequence,
    completed: newest.sequence + 1,
    limit: 1,
    entries: [{ ...newest, deactivated: null }],
  }));
  expect(promises({ operations, reads, end: many })).toEqual([]);
});
