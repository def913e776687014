import { expect, test } from 'vitest';
import type { HistoryEntry } from '@/lib/contract/history';
import { historyCsv } from './history-csv';

const entry: HistoryEntry = {
  activated: 1_767_225_600,
  id: 'ver_1',
  title: 'Pro',
  description: '',
  history_id: 'avh_1',
  sequence: 2,
  deactivated: null,
  previous_version_id: 'ver_0',
  previous_title: 'Free',
  direction: 'upgrade',
  fee: 2000,
  user_fee: null,
  currency: 'USD',
  billing_period: 'month',
  gained: [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ],
  lost: [],
  actor: { kind: 'session', name: 'Ada', channel: 'portal' },
  reason: null,
};
const line = (fields: Partial<HistoryEntry>) => historyCsv([{ ...entry, ...fields }]).split('\r\n')[1];

test('one line an entry, under a header', () => {
  expect(historyCsv([])).toMatch(/^sequence,activated,.*history_id\r\n$/);
  expect(line({})).toBe(
    '2,2026-01-01T00:00:00.000Z,,ver_1,Pro,Free,upgrade,2000,,USD,month,A; B,,Ada,portal,,avh_1',
  );
});

test('quotes what would break a line', () => {
  expect(line({ title: 'A "quoted", title' })).toContain('"A ""quoted"", title"');
  expect(line({ reason: 'two\nlines' })).toContain('"two\nlines"');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tA', ' =1', '＝1'])(
  'a spreadsheet does not run %j',
  (reason) => {
    expect(line({ reason })).toMatch(new RegExp(`,"?'${reason.replace(/[+()]/g, '\\$&')}"?,avh_1$`));
  },
);

test.each([
  ['A;=1+1', "A;'=1+1"],
  ['A; @SUM(A1)', "A; '@SUM(A1)"],
  ['A\n=1', `"A\n'=1"`],
  ['A; 1=1', 'A; 1=1'],
])('nor where semicolons part its columns: %j', (reason, cell) => {
  expect(line({ reason })).toContain(`,${cell},avh_1`);
});
