import { expect, test } from 'vitest';
import { parseAccountFile } from './parse-account-file';

const header = 'external_id,title,tag,billing_period,activated_at';
const now = new Date('2026-06-01T00:00:00Z');
const parse = (text: string | Buffer) => parseAccountFile(Buffer.from(text as string), now, 'UTC');
const listProblems = (text: string | Buffer) =>
  parse(text).problems.map(({ line, message }) => `${line}: ${message}`);

test.each([
  ['LF', `${header}\nc1,"Acme, ""Inc""",pro,year,1735689600\n`],
  ['CRLF, a BOM and empty lines', `\uFEFF${header}\r\n\r\nc1,"Acme, ""Inc""",pro,year,2025-01-01\r\n`],
  [
    'semicolons, in another order',
    'title;tag;billing_period;activated_at;external_id\n"Acme, ""Inc""";pro;year;2025-01-01T01:00:00+01:00;c1',
  ],
])('reads a file with %s', (_, text) => {
  const { rows, problems } = parse(text);
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([
    {
      externalId: 'c1',
      title: 'Acme, "Inc"',
      tag: 'pro',
      billingPeriod: 'year',
      activatedAt: new Date('2025-01-01'),
    },
  ]);
});

test('empty fields are not set', () => {
  const { rows } = parse(`${header},period_ends_at\nc1,Acme,,,,\nc2,Best,,,,2027-01-01`);
  expect(rows).toEqual([
    { line: 2, externalId: 'c1', title: 'Acme' },
    { line: 3, externalId: 'c2', title: 'Best', periodEndsAt: new Date('2027-01-01') },
  ]);
});

test('dates begin in the time zone of the app', () => {
  const text = 'external_id,title,tag,activated_at,period_ends_at\nc1,Acme,pro,2025-01-01,2027-07-01T00:00Z';
  expect(parseAccountFile(Buffer.from(text), now, 'Europe/Berlin').rows).toMatchObject([
    { activatedAt: new Date('2024-12-31T23:00Z'), periodEndsAt: new Date('2027-07-01T00:00Z') },
  ]);
});

test('reads e-mail addresses', () => {
  const { rows, problems } = parse('external_id,email\nc1, ada@acme.example \nc2,\nc3,ada');
  expect(rows).toEqual([
    { line: 2, externalId: 'c1', email: 'ada@acme.example' },
    { line: 3, externalId: 'c2' },
  ]);
  expect(problems).toEqual([{ line: 4, message: 'email: Expected an e-mail address.' }]);
});

test('reads what accounts use of limits', () => {
  const { rows, problems } = parse(
    'external_id,usage.projects,usage.storage\nc1,14,2.5\nc2,,0\nc3,,\nc4,-1,many',
  );
  expect(rows).toEqual([
    { line: 2, externalId: 'c1', usage: { projects: 14, storage: 2.5 } },
    { line: 3, externalId: 'c2', usage: { storage: 0 } },
    { line: 4, externalId: 'c3' },
  ]);
  expect(problems).toEqual([
    { line: 5, message: 'usage.projects: Expected a number from 0, not "-1".' },
    { line: 5, message: 'usage.storage: Expected a number from 0, not "many".' },
  ]);
  expect(listProblems('external_id,usage.\nc1,1')).toEqual(['1: Unknown column "usage.".']);
});

test('any column but external_id can be missing', () => {
  const { rows, problems } = parse('users;external_id\n12;c1\n;c2\n');
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    { line: 2, externalId: 'c1', users: 12 },
    { line: 3, externalId: 'c2' },
  ]);
  expect(listProblems('title,users\nAcme,12')).toEqual(['1: The header lacks external_id.']);
});

test('the number of users is read from a column of its own', () => {
  const { rows } = parse(`${header},users\nc1,Acme,,,,\nc2,Best,,,,12`);
  expect(rows.map(({ users }) => users)).toEqual([undefined, 12]);
  const message = (text: string) => `2: users: Expected a whole number from 1 to 1000000, not "${text}".`;
  for (const text of ['0', '1.5', 'nine', '1000001']) {
    expect(listProblems(`${header},users\nc1,Acme,,,,${text}`)).toEqual([message(text)]);
  }
});

test('every problem is reported with its line', () => {
  const rows = [
    `c1,${'x'.repeat(200)},,,`,
    `c2,${'x'.repeat(201)},,,`,
    'c3,Acme,,weekly,2025-02-30',
    'c4,Acme',
    'c1,Acme,,,',
    ',,,,',
    'c5,Acme,,,2026-06-02',
  ];
  expect(listProblems([header, ...rows].join('\n'))).toEqual([
    '3: title: Expected at most 200 characters.',
    '4: billing_period: Expected month or year, not "weekly".',
    '4: activated_at: Expected Unix seconds, a date such as 2027-01-31, or a time with its zone, not "2025-02-30".',
    '5: Expected 5 fields, not 2.',
    '6: external_id: "c1" is also on line 2.',
    '7: title: Expected a value.',
    '7: external_id: Expected a value.',
    '8: activated_at: Expected a time in the past.',
  ]);
});

test.each([
  ['', ['1: The file is empty.']],
  [header, ['1: The file has no rows.']],
  [
    'external-id,title,tag,billing_period,activated_at\nc1,Acme,,,',
    ['1: Unknown column "external-id". Did you mean "external_id"?', '1: The header lacks external_id.'],
  ],
  [`${header},title\nc1,Acme,,,,`, ['1: The column "title" is given twice.']],
  [
    Buffer.concat([Buffer.from(`${header}\nc1,Caf`), Buffer.from([0xe9]), Buffer.from(',,,')]),
    ['2: The file is not UTF-8.'],
  ],
])('rejects the file %j', (text, problems) => {
  expect(listProblems(text)).toEqual(problems);
});

test('rejects a quote that is not closed', () => {
  expect(listProblems(`${header}\nc1,"Acme,,,`)).toEqual([
    expect.stringMatching(/^2: The file is not CSV: /),
  ]);
});
