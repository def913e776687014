import { expect, test } from 'vitest';
import { checkHistory, type ObservedEntry, type SwitchOperation } from './check-history';
import { compareTables, cutRun } from './check-restored';

/** Switch n, which creates entry n. */
const operations = [1, 2, 3, 4].map(
  (number): SwitchOperation => ({
    id: `op${number}`,
    versionId: `ver_${number}`,
    invokedAt: number * 10,
    completedAt: number * 10 + 5,
    outcome: {
      kind: 'acknowledged',
      historyId: `avh_${number}`,
      versionId: `ver_${number}`,
      timestamp: number,
    },
  }),
);

/** The first `count` entries. */
const createHistory = (count: number) =>
  operations.slice(0, count).map(
    ({ id, versionId }, index): ObservedEntry => ({
      history_id: `avh_${index + 1}`,
      sequence: index + 1,
      id: versionId,
      previous_version_id: index === 0 ? null : `ver_${index}`,
      activated: index + 1,
      deactivated: index + 1 === count ? null : index + 2,
      account_billing_period: 'month',
      reason: id,
    }),
  );

/** Between the start and the end of the third switch. */
const point = { from: 31, to: 33 };
const run = { accountId: 'acc', operations, toggles: [], reads: [], options: [], history: [] };

test.each([
  ['before the switch under way', 2, []],
  ['after the switch under way', 3, []],
  ['too early', 1, ['no lost switch']],
  ['too late', 4, ['no phantom entry']],
])('a database restored to a moment %s', (_, entries, expected) => {
  const violations = checkHistory({ ...cutRun(run, point), history: createHistory(entries) });
  expect(violations.map(({ invariant }) => invariant)).toEqual(expected);
});

test('reads that completed before the moment have to agree with the restored history', () => {
  const read = { invokedAt: 28, limit: 10, entries: createHistory(2).toReversed() };
  const reads = [
    { ...read, completedAt: 30 },
    { ...read, completedAt: 40, entries: createHistory(4).toReversed() },
  ];
  const cut = cutRun({ ...run, reads }, point);
  expect(checkHistory({ ...cut, history: createHistory(2) })).toEqual([]);
  expect(checkHistory({ ...cut, operations: [], history: [] })).not.toEqual([]);
});

test('tables that are missing, added or different are reported', () => {
  const tables = { apps: '1 rows, 5', accounts: '2 rows, 7', events: '0 rows, 0' };
  const found = { apps: '1 rows, 5', accounts: '1 rows, 7', other: '0 rows, 0' };
  const violations = compareTables(new Map(Object.entries(tables)), new Map(Object.entries(found)));
  expect(violations.map(({ message }) => message.split(';')[0])).toEqual([
    'accounts has 1 rows, 7',
    'events has no table',
    'other has 0 rows, 0',
  ]);
});
