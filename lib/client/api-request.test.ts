import { afterEach, expect, test, vi } from 'vitest';
import {
  ApiRequestError,
  isOutcomeUnknown,
  NetworkError,
  requestApi,
  UnexpectedResponseError,
} from './api-request';

const stubResponse = (body: string, status: number, headers = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));

const errorBody = (code: string, status: number) =>
  JSON.stringify({
    success: false,
    message: 'Message.',
    type: `/problems/${code}`,
    title: 'Title',
    status,
    detail: 'Message.',
    code,
    request_id: 'req_1',
  });

const catchError = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

afterEach(() => vi.unstubAllGlobals());

test('throws an API error with code, message and Retry-After', async () => {
  stubResponse(errorBody('switch_conflict', 409), 409, { 'Retry-After': '2' });
  const error = await catchError(requestApi('/api/app/versions'));
  expect(error).toBeInstanceOf(ApiRequestError);
  expect(error).toMatchObject({
    code: 'switch_conflict',
    status: 409,
    message: 'Message.',
    retryAfter: 2,
  });
  expect(isOutcomeUnknown(error)).toBe(false);
});

test('the outcome of a 503 is unknown', async () => {
  stubResponse(errorBody('service_unavailable', 503), 503);
  expect(isOutcomeUnknown(await catchError(requestApi('/api/app/versions')))).toBe(true);
});

test('distinguishes network errors from responses of another server', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await catchError(requestApi('/'))).toBeInstanceOf(NetworkError);
  stubResponse('<h1>Bad gateway</h1>', 502);
  expect(await catchError(requestApi('/'))).toBeInstanceOf(UnexpectedResponseError);
  stubResponse('<h1>Sign in to the café</h1>', 200);
  expect(await catchError(requestApi('/'))).toBeInstanceOf(UnexpectedResponseError);
});

test('rethrows the reason of an aborted query', async () => {
  const reason = new Error('aborted');
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
  expect(await catchError(requestApi('/', { signal: AbortSignal.abort(reason) }))).toBe(reason);
});

test('omits headers without a value', async () => {
  const fetchMock = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetchMock);
  await requestApi('/x', {
    method: 'POST',
    body: { a: 1 },
    headers: { 'If-Match': undefined, 'Idempotency-Key': 'k' },
  });
  expect(fetchMock.mock.calls[0]).toMatchObject([
    '/x',
    {
      method: 'POST',
      body: '{"a":1}',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    },
  ]);
});
