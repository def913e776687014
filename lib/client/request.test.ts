import { afterEach, expect, test, vi } from 'vitest';
import { isOutcomeUnknown, NoAnswer, Refusal, StrangeAnswer } from './failures';
import { request } from './request';

const answer = (body: string, status: number, headers = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));

const refusal = (code: string, status: number) =>
  JSON.stringify({
    success: false,
    message: 'In words.',
    type: `/problems/${code}`,
    title: 'Title',
    status,
    detail: 'In words.',
    code,
    request_id: 'req_1',
  });

const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

afterEach(() => vi.unstubAllGlobals());

test('a refusal keeps its code, its words and how long to wait', async () => {
  answer(refusal('switch_conflict', 409), 409, { 'Retry-After': '2' });
  const failure = await failureOf(request('/api/app/versions'));
  expect(failure).toBeInstanceOf(Refusal);
  expect(failure).toMatchObject({
    code: 'switch_conflict',
    status: 409,
    message: 'In words.',
    retryAfter: 2,
  });
  expect(isOutcomeUnknown(failure)).toBe(false);
});

test('after a database that went away nobody knows the outcome', async () => {
  answer(refusal('service_unavailable', 503), 503);
  expect(isOutcomeUnknown(await failureOf(request('/api/app/versions')))).toBe(true);
});

test('no answer is told apart from an answer that is not ours', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await failureOf(request('/'))).toBeInstanceOf(NoAnswer);
  answer('<h1>Bad gateway</h1>', 502);
  expect(await failureOf(request('/'))).toBeInstanceOf(StrangeAnswer);
  answer('<h1>Sign in to the café</h1>', 200);
  expect(await failureOf(request('/'))).toBeInstanceOf(StrangeAnswer);
});

test('a query that was called off is not a failure', async () => {
  const reason = new Error('nobody waits');
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
  expect(await failureOf(request('/', { signal: AbortSignal.abort(reason) }))).toBe(reason);
});

test('headers without a value are left out', async () => {
  const fetched = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  await request('/x', {
    method: 'POST',
    body: { a: 1 },
    headers: { 'If-Match': undefined, 'Idempotency-Key': 'k' },
  });
  expect(fetched.mock.calls[0]).toMatchObject([
    '/x',
    {
      method: 'POST',
      body: '{"a":1}',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    },
  ]);
});
