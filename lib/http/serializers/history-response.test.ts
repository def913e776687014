import { expect, test } from 'vitest';
import type { HistoryEntry } from '@/lib/contract/history';
import { noVersionContent } from '@/lib/contract/operations/sample-data';
import { createFeatureChange } from '@/tools/testing/contract-fixtures';
import { formatHistoryCsv } from './history-response';

const entry: HistoryEntry = {
  activated: 1_767_225_600,
  plan_since: 1_767_225_600,
  id: 'ver_1',
  title: 'Pro',
  description: '',
  history_id: 'avh_1',
  sequence: 2,
  deactivated: null,
  previous_version_id: 'ver_0',
  previous_title: 'Free',
  direction: 'upgrade',
  pays: 'more',
  ...noVersionContent,
  fee: 2000,
  annual_fee: 20_000,
  currency: 'USD',
  currency_digits: 2,
  billing_period: 'month',
  gained: [
    { id: 'a', title: 'A', is_limit: false },
    { id: 'b', title: 'B', is_limit: true },
  ],
  lost: [],
  raised: [
    createFeatureChange('Boards', { value: '3 boards' }, { value: 'Unlimited' }),
    createFeatureChange('Files', { value: '1 GB' }, { value: '2 GB' }),
  ],
  lowered: [],
  changed: [createFeatureChange('Support', { value: null }, { value: 'Phone' })],
  actor: { kind: 'session', name: 'Ada', user_id: null, channel: 'portal' },
  reason: null,
  account_billing_period: 'month',
  users: 3,
  quantity: null,
  terms: null,
  trial_ends_at: null,
  kind: 'switch',
  options: [],
  undo: false,
  undo_until: null,
  follows_at: null,
  catalog_changes: [],
};
const formatRow = (fields: Partial<HistoryEntry>) =>
  formatHistoryCsv([{ ...entry, ...fields }], 'all').split('\r\n')[1];

test('has 12 columns by default, with decimal fees of the billed period', () => {
  const formatRows = (fields: Partial<HistoryEntry>) =>
    formatHistoryCsv([{ ...entry, ...fields }])
      .trimEnd()
      .split('\r\n');
  expect(formatRows({ user_fee: 450, annual_user_fee: 5000, reason: 'Growth' })).toEqual([
    'activated,deactivated,type,title,users,quantity,fee,user_fee,currency,billing_period,actor,reason',
    '2026-01-01T00:00:00.000Z,,version,Pro,3,,20.00,4.50,USD,month,Ada,Growth',
  ]);
  const formatPrice = (fields: Partial<HistoryEntry>) => formatRows(fields)[1]?.split(',').slice(6, 10);
  expect(formatPrice({ account_billing_period: 'year' })).toEqual(['200.00', '', 'USD', 'year']);
  const onlyMonthly = { account_billing_period: 'year', annual_fee: null } as const;
  expect(formatPrice(onlyMonthly)).toEqual(['20.00', '', 'USD', 'month']);
  const free = { account_billing_period: 'year', fee: 0, annual_fee: null } as const;
  expect(formatPrice(free)).toEqual(['0.00', '', 'USD', 'year']);
  expect(formatPrice({ fee: null, annual_fee: null, currency: 'EUR' })).toEqual(['', '', 'EUR', '']);
  expect(formatPrice({ currency: 'JPY', currency_digits: 0 })).toEqual(['2000', '', 'JPY', 'month']);
  expect(formatPrice({ currency: 'KWD', currency_digits: 3 })).toEqual(['2.000', '', 'KWD', 'month']);
});

test('writes a header line and one line per entry', () => {
  expect(formatHistoryCsv([], 'all')).toMatch(
    /^sequence,activated,.*history_id,raised,lowered,changed,.*annual_user_fee,price_text,account_billing_period,.*,cause,quantity,options_restored,users\r\n$/,
  );
  expect(formatRow({})).toBe(
    '2,2026-01-01T00:00:00.000Z,,ver_1,Pro,Free,upgrade,2000,,USD,month,A; B,,Ada,portal,,avh_1,' +
      'Boards: 3 boards → Unlimited; Files: 1 GB → 2 GB,,Support: included → Phone,,,20000,,,month,,,,version,,,,,,3',
  );
});

test('writes a price in words', () => {
  const price = { fee: null, annual_fee: null, price_text: '€0.18 per active hour' };
  expect(formatRow(price)).toMatch(/,,€0\.18 per active hour,month,,,,version,,,,,,3$/);
});

test('quotes cells with quotation marks, commas or newlines', () => {
  expect(formatRow({ title: 'A "quoted", title' })).toContain('"A ""quoted"", title"');
  expect(formatRow({ reason: 'two\nlines' })).toContain('"two\nlines"');
});

// Invisible: zero-width space and joiner, byte order mark, soft hyphen, direction marks, control character, fillers.
const invisible = [
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u2066',
  '\u0001',
  '\u3164',
  '\u2800',
  '\ufe0f',
];

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tA', ' =1', '＝1', ...invisible.map((each) => ` ${each}=1`)])(
  'prefixes the formula %j with an apostrophe',
  (reason) => {
    expect(formatRow({ reason })).toMatch(new RegExp(`,"?'${reason.replace(/[+()]/g, '\\$&')}"?,avh_1,`));
  },
);

test.each([
  ['A;=1+1', "A;'=1+1"],
  ['A; @SUM(A1)', "A; '@SUM(A1)"],
  ['A\n=1', `"A\n'=1"`],
  ['A;\u200b=1', "A;\u200b'=1"],
  ['A; 1=1', 'A; 1=1'],
])('prefixes formulas after a semicolon or newline: %j', (reason, cell) => {
  expect(formatRow({ reason })).toContain(`,${cell},avh_1`);
});
