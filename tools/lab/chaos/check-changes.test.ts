import { expect, test } from 'vitest';
import {
  type ChangeOperation,
  type ChangeRun,
  checkChanges,
  listLaterSwitches,
  type ObservedChange,
} from './check-changes';

const entry = (sequence: number, id: string, reason: string | null, fee: number) => ({
  history_id: `avh_${sequence}`,
  sequence,
  id,
  previous_version_id: null,
  activated: 10 * sequence,
  deactivated: null,
  account_billing_period: 'month' as const,
  reason,
  fee,
});

const change = (id: string, version: string, fields: Partial<ObservedChange> = {}): ObservedChange => ({
  id,
  state: 'applied',
  version: { id: version },
  effective_at: 20,
  created_at: 5,
  ended_at: 20,
  reason: id.replace('chg_', 'op'),
  blockers: [],
  history_id: null,
  ...fields,
});

const operation = (id: string, versionId: string, changeId: string, fee: number): ChangeOperation => ({
  id,
  versionId,
  invokedAt: 1,
  outcome: { kind: 'acknowledged', changeId, fee },
});

const history = [entry(1, 'free', null, 0), entry(2, 'team', 'op1', 2000), entry(3, 'pro', 'switch', 3000)];
const applied = change('chg_1', 'team', { history_id: 'avh_2' });
const canceled = change('chg_2', 'pro', { state: 'canceled', ended_at: 25 });
const superseded = change('chg_3', 'free', { state: 'superseded', ended_at: 30 });
const valid: ChangeRun = {
  accountId: 'acc',
  changeOperations: [operation('op1', 'team', 'chg_1', 2000), operation('op2', 'pro', 'chg_2', 3000)],
  decisions: [{ changeId: 'chg_2', state: 'canceled' }],
  changes: [applied, canceled, superseded],
  history,
};

const findViolations = (run: Partial<ChangeRun>) => [
  ...new Set(checkChanges({ ...valid, ...run }).map(({ invariant }) => invariant)),
];

test('accepts changes that break no invariant', () => {
  const waiting = change('chg_4', 'pro', {
    state: 'waiting',
    ended_at: null,
    blockers: [{ code: 'price_increased', message: '' }],
  });
  expect(findViolations({ changes: [...valid.changes, waiting] })).toEqual([]);
  const replaced = change('chg_5', 'pro', { state: 'superseded', ended_at: 7 });
  const next = change('chg_6', 'free', { state: 'expired', created_at: 7 });
  expect(findViolations({ changes: [...valid.changes, replaced, next] })).toEqual([]);
});

test.each<[string, ChangeRun['changes'], string]>([
  ['an acknowledged change is missing', [applied, superseded], 'no lost change'],
  ['a change is for another version', [{ ...applied, version: { id: 'pro' } }, canceled], 'no lost change'],
  ['a canceled one is scheduled', [applied, { ...canceled, state: 'scheduled' }], 'no lost change'],
  ['one waits without a reason', [applied, canceled, { ...superseded, state: 'waiting' }], 'no lost change'],
  [
    'one is superseded by nothing',
    [applied, canceled, { ...superseded, version: { id: 'pro' }, ended_at: 29 }],
    'no lost change',
  ],
  ['its entry is missing', [{ ...applied, history_id: 'avh_9' }, canceled], 'no lost change'],
  ['two have one entry', [applied, canceled, { ...applied, id: 'chg_9' }], 'one switch per change'],
  ['its entry is that of a switch', [{ ...applied, history_id: 'avh_3' }, canceled], 'one switch per change'],
  ['an ended one has an entry', [applied, { ...canceled, reason: 'switch' }], 'no effect of an ended change'],
])('reports that %s', (_, changes, invariant) => {
  expect(findViolations({ changes })).toContain(invariant);
});

test('reports a change that is applied at a higher price than confirmed', () => {
  const changeOperations = [operation('op1', 'team', 'chg_1', 1999)];
  expect(findViolations({ changeOperations })).toEqual(['no worse price']);
});

test('for the checks of the history, a change can create an entry at any later time', () => {
  const rejected = { ...operation('op3', 'pro', '', 0), outcome: { kind: 'rejected', code: 'x' } as const };
  const run = { ...valid, changeOperations: [...valid.changeOperations, rejected] };
  expect(
    listLaterSwitches(run).map(({ id, completedAt, outcome }) => [id, completedAt, outcome.kind]),
  ).toEqual([
    ['op1', Number.POSITIVE_INFINITY, 'unknown'],
    ['op2', Number.POSITIVE_INFINITY, 'unknown'],
    ['op3', Number.POSITIVE_INFINITY, 'rejected'],
  ]);
});
