import { expect, test } from 'vitest';
import type { ObservedEntry } from './check-history';
import { checkTerms, type TermsRun } from './check-terms';

const terms = { reason: 'op2', until: 5 } as NonNullable<ObservedEntry['terms']>;
const entry = (sequence: number, fields: Partial<ObservedEntry> = {}): ObservedEntry => ({
  history_id: `avh_${sequence}`,
  sequence,
  id: 'free',
  previous_version_id: sequence === 1 ? null : 'free',
  activated: sequence,
  deactivated: null,
  account_billing_period: 'month',
  reason: 'op2',
  kind: 'terms',
  terms: null,
  ...fields,
});
const first = entry(1, { kind: 'switch', reason: null });
const set = entry(2, { terms });
const ended = entry(3, { activated: 5 });
const valid: TermsRun = {
  accountId: 'acc',
  history: [first, set, ended],
  termsOperations: [{ id: 'op2', outcome: { kind: 'acknowledged' } }],
};
const find = (run: Partial<TermsRun>) => checkTerms({ ...valid, ...run }).map(({ invariant }) => invariant);

test('accepts terms that were set once and have ended', () => {
  expect(find({})).toEqual([]);
});

test.each<[string, Partial<TermsRun>, string[]]>([
  ['lost', { history: [first] }, ['no lost terms']],
  [
    'rejected, and set',
    { termsOperations: [{ id: 'op2', outcome: { kind: 'rejected' } }] },
    ['no effect of a rejected switch'],
  ],
  ['ended twice', { history: [first, set, ended, entry(4, { activated: 6 })] }, ['terms end once']],
  ['not ended', { history: [first, set] }, ['terms end once']],
  ['ended early', { history: [first, set, entry(3, { activated: 4 })] }, ['terms end once']],
])('reports terms that were %s', (_, run, expected) => {
  expect(find(run)).toEqual(expected);
});
