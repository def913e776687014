import { expect, test } from 'vitest';
import { Problem } from '@/lib/contract/errors';
import { historyQuerySchema } from '@/lib/contract/history';
import { switchRequestSchema } from '@/lib/contract/switch';
import { versionListQuerySchema } from '@/lib/contract/version-list';
import { parseFields, parseQuery } from './fields';

function refusal(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test('missing comes before wrong, before unknown, and all are named', () => {
  const problem = refusal(() => parseFields(switchRequestSchema, { reason: 7, colour: 'red' }));
  expect(problem.code).toBe('parameter_missing');
  expect(problem.errors).toEqual([
    { field: 'version_id', code: 'parameter_missing', message: 'version_id is required.' },
    { field: 'reason', code: 'parameter_invalid', message: 'reason: expected string, received number.' },
    { field: 'colour', code: 'parameter_unknown', message: 'colour is not a field of this request.' },
  ]);
});

test('a body that is no object is at fault as a whole', () => {
  expect(refusal(() => parseFields(switchRequestSchema, [])).errors?.[0]?.field).toBe('body');
});

test.each([null, '', 7, {}])('version_id %j is not valid', (version_id) => {
  expect(refusal(() => parseFields(switchRequestSchema, { version_id })).code).toBe('parameter_invalid');
});

test('a reason may have 500 characters, not 501, and no NUL', () => {
  const parse = (reason: string) => parseFields(switchRequestSchema, { version_id: 'ver_1', reason });
  expect(parse('x'.repeat(500)).reason).toHaveLength(500);
  expect(refusal(() => parse('x'.repeat(501))).code).toBe('parameter_invalid');
  expect(refusal(() => parse('a\u0000b')).code).toBe('parameter_invalid');
});

test.each([
  'exclude_matrix=1',
  'exclude_matrix=',
  'exclude_matrix=TRUE',
  'exclude_matrix=true&exclude_matrix=true',
])('%s is refused', (query) => {
  expect(
    refusal(() => parseQuery(versionListQuerySchema, `http://x/?${new URLSearchParams(query)}`)).errors?.[0]
      ?.field,
  ).toBe('exclude_matrix');
});

test('unknown query names are ignored', () => {
  expect(
    parseQuery(versionListQuerySchema, `http://x/?${new URLSearchParams('exclude_matrix=true&x=1')}`),
  ).toEqual({
    exclude_matrix: 'true',
  });
});

test.each([
  'limit=0',
  'limit=1001',
  'limit=1e2',
  'limit=-1',
  'limit= 5',
  'cursor=x',
  'cursor=2147483648',
  'at=1.5',
  'format=xml',
])('history refuses %s', (query) => {
  expect(refusal(() => parseQuery(historyQuerySchema, `http://x/?${new URLSearchParams(query)}`)).code).toBe(
    'parameter_invalid',
  );
});
