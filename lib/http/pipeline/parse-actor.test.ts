import { expect, test } from 'vitest';
import type { ApiError } from '@/lib/contract/errors';
import { maxActorLength } from '@/lib/contract/headers';
import type { Caller } from '@/lib/domain/caller';
import { actForPerson } from './parse-actor';

const keyActor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;
const key = { via: 'key', actor: keyActor, appKey: true } as Caller;

function act(header: string, caller = key) {
  return actForPerson(caller, new Headers({ 'X-Actor': header })).actor;
}

function catchError(header: string, caller = key): Pick<ApiError, 'code' | 'message' | 'errors'> {
  try {
    act(header, caller);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('No error was thrown.');
}

/** JSON as a host application writes it into a header. */
function toAscii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

test('without the header, the actor is the key', () => {
  expect(actForPerson(key, new Headers())).toBe(key);
});

test.each([
  ['user-31', 'Ada Example'],
  ['Zoë/7', 'Zoë 陈 😀'],
  ['😀'.repeat(200), '😀'.repeat(200)],
])('names a person, with the ID of the key: %s', (userId, name) => {
  expect(act(toAscii({ user_id: userId, name }))).toEqual({ ...keyActor, userId, name });
});

test.each([
  ['', 'one JSON object'],
  ['Ada', 'one JSON object'],
  ['{"user_id":"1","name":"A"}, {"user_id":"2","name":"B"}', 'one JSON object'],
  ['null', 'expected object, received null'],
  ['["1","A"]', 'expected object, received array'],
  ['{"user_id":7,"name":"A"}', 'X-Actor.user_id: expected string'],
  ['{"user_id":"1","name":"Zo\u00eb"}', 'other characters than ASCII'],
  ['{"user_id":"1","name":" "}', 'X-Actor.name: expected text that is not blank'],
  ['{"user_id":"","name":"A"}', 'X-Actor.user_id: expected text that is not blank'],
  [toAscii({ user_id: '1', name: 'x'.repeat(201) }), 'X-Actor.name: expected at most 200 characters'],
  [toAscii({ user_id: '1', name: 'a\u202eb' }), 'X-Actor.name: '],
  ['{"user_id":"1","name":"a\\u0000"}', 'X-Actor.name: '],
  ['{"user_id":"\\ud800","name":"A"}', 'X-Actor.user_id: '],
  [`{"user_id":"1","name":"A"}${' '.repeat(maxActorLength)}x`, 'at most 5000 characters'],
])('%s is invalid', (header, message) => {
  const error = catchError(header);
  expect([error.code, error.message]).toEqual(['parameter_invalid', expect.stringContaining(message)]);
});

test('both fields are required, and others are unknown', () => {
  expect(catchError('{"email":"a@example.com"}').errors).toEqual([
    { field: 'X-Actor.user_id', code: 'parameter_missing', message: 'X-Actor.user_id is required.' },
    { field: 'X-Actor.name', code: 'parameter_missing', message: 'X-Actor.name is required.' },
    { field: 'X-Actor.email', code: 'parameter_unknown', message: 'X-Actor.email is not a known field.' },
  ]);
});

test('a session can’t name another person', () => {
  const session = { via: 'session', actor: { kind: 'session', id: 'pse_1', name: 'Robin' } } as Caller;
  expect(catchError('{"user_id":"1","name":"Ada"}', session)).toMatchObject({
    code: 'parameter_invalid',
    message: 'X-Actor: only API keys can send it.',
  });
});
