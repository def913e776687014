import { expect, test } from 'vitest';
import {
  choiceParam,
  flagParam,
  integerParam,
  listParam,
  optionalTextParam,
  parseSearchParams,
  patternParam,
  textParam,
  updateQuery,
} from './search-params';
import { webhookSearchParams } from './webhooks';

const params = {
  q: textParam(),
  id: optionalTextParam,
  only: flagParam,
  tags: listParam,
  seats: integerParam(1, 100),
  part: choiceParam(['plans', 'compare'], 'plans'),
};
const defaults = { q: '', id: null, only: false, tags: [], seats: 1, part: 'plans' };

test('missing and invalid params have their defaults', () => {
  expect(parseSearchParams(params, '')).toEqual(defaults);
  expect(parseSearchParams(params, { seats: 'x', part: 'other', only: '1', tags: ',', id: '' })).toEqual(
    defaults,
  );
});

test.each(['\0', 'evt_\0', ' evt_1', 'evt_1\n', 'x'])(
  'text that does not match the pattern is missing: %j',
  (cursor) => {
    const paged = { cursor: patternParam(/^evt_\d$/) };
    expect(parseSearchParams(paged, { cursor })).toEqual({ cursor: '' });
    expect(parseSearchParams(paged, '?cursor=evt_1')).toEqual({ cursor: 'evt_1' });
  },
);

test('the page of an endpoint ignores a cursor that the API would reject', () => {
  const parseCursor = (cursor: string) => parseSearchParams(webhookSearchParams, { cursor }).cursor;
  const cursor = `evt_${'0'.repeat(26)}`;
  expect([cursor, '\0', `${cursor}\0`].map(parseCursor)).toEqual([cursor, '', '']);
});

test('an integer out of range is the nearest valid one', () => {
  const parseSeats = (seats: string) => parseSearchParams(params, { seats }).seats;
  expect(['0', '-3', '101', '1e9', '2.9', '50'].map(parseSeats)).toEqual([1, 1, 100, 100, 2, 50]);
});

test('repeated params of a list are one list', () => {
  expect(parseSearchParams(params, '?tags=v1&tags=v2,v3').tags).toEqual(['v1', 'v2', 'v3']);
  expect(parseSearchParams(params, { tags: ['v1', 'v2'] }).tags).toEqual(['v1', 'v2']);
});

test('values survive a round trip, and the first of repeated params counts', () => {
  const values = {
    q: 'a & b, c',
    id: 'ver_1',
    only: true,
    tags: ['v1', 'v2'],
    seats: 7,
    part: 'compare',
  } as const;
  const query = updateQuery(params, '', { ...values, tags: [...values.tags] });
  expect(query).toBe('?q=a+%26+b,+c&id=ver_1&only=true&tags=v1,v2&seats=7&part=compare');
  expect(parseSearchParams(params, query)).toEqual(values);
  expect(parseSearchParams(params, { q: ['first', 'second'] }).q).toBe('first');
  expect(parseSearchParams(params, '?q=first&q=second').q).toBe('first');
});

test('an update keeps other params and removes defaults', () => {
  expect(updateQuery(params, '?utm=x&seats=3', { q: 'y', seats: 1 })).toBe('?utm=x&q=y');
  expect(updateQuery(params, '?seats=3', { seats: 1 })).toBe('');
});
