import { expect, test, vi } from 'vitest';
import { accountRequestSchema, accountsQuerySchema } from '@/lib/contract/accounts';
import { ApiError } from '@/lib/contract/errors';
import { historyQuerySchema } from '@/lib/contract/history';
import { moveRequestSchema } from '@/lib/contract/moves';
import { operations } from '@/lib/contract/operations';
import { portalSessionRequestSchema } from '@/lib/contract/portal-sessions';
import { switchRequestSchema } from '@/lib/contract/switch';
import { usagesRequestSchema } from '@/lib/contract/usage';
import { versionListQuerySchema } from '@/lib/contract/versions';
import { webhookRecoveryRequestSchema } from '@/lib/contract/webhooks';
import { parseFields, parseQuery } from './parse-request';

/** The API error that `parse` throws. */
function catchApiError(parse: () => unknown): ApiError {
  try {
    parse();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('No error was thrown.');
}

test('lists all errors: missing fields first, then invalid, then unknown ones', () => {
  const error = catchApiError(() => parseFields(switchRequestSchema, { reason: 7, colour: 'red' }));
  expect(error.code).toBe('parameter_missing');
  expect(error.errors).toEqual([
    { field: 'version_id', code: 'parameter_missing', message: 'version_id is required.' },
    { field: 'reason', code: 'parameter_invalid', message: 'reason: expected string, received number.' },
    { field: 'colour', code: 'parameter_unknown', message: 'colour is not a known field.' },
  ]);
});

test('lists the first 20 errors, and counts all others', () => {
  const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x${index}`, 1]));
  const { errors, moreErrors, message } = catchApiError(() =>
    parseFields(switchRequestSchema, { ...unknown, reason: 7 }),
  );
  expect(errors?.map(({ field }) => field)).toEqual([
    ...['version_id', 'reason'],
    ...Array.from({ length: 18 }, (_, index) => `x${index}`),
  ]);
  expect(moreErrors).toBe(1982);
  expect(message).toMatch(/^version_id is required\. .* 1,982 more fields are not valid\.$/);
  const accounts = Array.from({ length: 50 }, () => ({ external_id: '1', amounts: 1 }));
  const invalid = catchApiError(() => parseFields(usagesRequestSchema, { accounts }));
  expect([invalid.errors?.length, invalid.moreErrors]).toEqual([20, 30]);
});

test('the name of a field is shortened', () => {
  const { errors } = catchApiError(() => parseFields(switchRequestSchema, { ['x'.repeat(1e6)]: 1 }));
  expect(errors?.map(({ field }) => field)).toEqual(['version_id', `${'x'.repeat(255)}…`]);
});

test('a body that is not an object is an error of the field "body"', () => {
  expect(catchApiError(() => parseFields(switchRequestSchema, [])).errors?.[0]?.field).toBe('body');
});

test.each([null, '', 7, {}])('version_id %j is invalid', (version_id) => {
  expect(catchApiError(() => parseFields(switchRequestSchema, { version_id })).code).toBe(
    'parameter_invalid',
  );
});

test('messages say what is expected of a size', () => {
  const message = (title: string) =>
    catchApiError(() => parseFields(accountRequestSchema, { title })).message;
  expect(message(' ')).toBe('title: expected text that is not blank.');
  expect(message('x'.repeat(201))).toBe('title: expected at most 200 characters.');
  const since = () => parseFields(webhookRecoveryRequestSchema, { since: -1 });
  expect(catchApiError(since).message).toBe('since: expected at least 0.');
});

test('a move needs two versions, and an error of its time names what is expected', () => {
  const move = { from_version_id: 'ver_1', to_version_id: 'VER_1', effective: '2027-01-31' };
  expect(catchApiError(() => parseFields(moveRequestSchema, move)).message).toBe(
    'effective: expected now, period_end or a Unix timestamp in seconds.',
  );
  expect(catchApiError(() => parseFields(moveRequestSchema, { ...move, effective: 'now' })).message).toBe(
    'to_version_id: expected another version than from_version_id.',
  );
});

test('the account of a support session is invalid, not missing', () => {
  const session = { role: 'support', account_id: 'acc_1', name: 'Ada' };
  expect(catchApiError(() => parseFields(portalSessionRequestSchema, session)).message).toBe(
    'account_id: expected no account with the role support.',
  );
});

test('version IDs are not case-sensitive where they are not looked up in the catalog', () => {
  const version_id = 'VER_01M7';
  const parsed = [
    parseFields(accountRequestSchema, { title: 'A', version_id }),
    parseFields(accountsQuerySchema, { version_id }),
    parseFields(operations.grantVersion.pathParameters!, { external_id: 'customer-7', version_id }),
  ];
  expect(parsed.map((fields) => fields.version_id)).toEqual(Array(3).fill('ver_01m7'));
});

test('a reason has at most 500 characters and no NUL', () => {
  const parse = (reason: string) => parseFields(switchRequestSchema, { version_id: 'ver_1', reason });
  expect(parse('x'.repeat(500)).reason).toHaveLength(500);
  expect(catchApiError(() => parse('x'.repeat(501))).code).toBe('parameter_invalid');
  expect(catchApiError(() => parse('a\u0000b')).code).toBe('parameter_invalid');
});

test.each([
  'exclude_matrix=1',
  'exclude_matrix=',
  'exclude_matrix=TRUE',
  'exclude_matrix=true&exclude_matrix=true',
])('the version list rejects %s', (query) => {
  expect(
    catchApiError(() => parseQuery(versionListQuerySchema, `http://x/?${new URLSearchParams(query)}`))
      .errors?.[0]?.field,
  ).toBe('exclude_matrix');
});

test('unknown query parameters are ignored, and not looked up', () => {
  const names = Array.from({ length: 4000 }, (_, index) => index.toString(36));
  const getAll = vi.spyOn(URLSearchParams.prototype, 'getAll');
  const url = `http://x/?${names.join('&')}&exclude_matrix=true&${names.join('=%00&')}`;
  expect(parseQuery(versionListQuerySchema, url)).toEqual({ exclude_matrix: true });
  expect(getAll.mock.calls).toEqual(Object.keys(versionListQuerySchema.shape).map((name) => [name]));
  getAll.mockRestore();
});

test.each(['a%00b', '%00'])('a query parameter or ID with NUL is invalid: %s', (text) => {
  const message = 'expected text without NUL characters or unpaired surrogates';
  const query = catchApiError(() => parseQuery(versionListQuerySchema, `http://x/?fits=${text}`));
  expect(query.errors).toMatchObject([{ field: 'fits', message: `fits: ${message}.` }]);
  const path = catchApiError(() =>
    parseFields(operations.dismissNotice.pathParameters!, { id: decodeURIComponent(text) }),
  );
  expect(path.errors).toMatchObject([{ field: 'id', message: `id: ${message}.` }]);
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
])('the history rejects %s', (query) => {
  expect(
    catchApiError(() => parseQuery(historyQuerySchema, `http://x/?${new URLSearchParams(query)}`)).code,
  ).toBe('parameter_invalid');
});
