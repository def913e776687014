import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { changeAccount } from './account-mutations';
import { ApiRequestError, NetworkError } from './api-request';
import { usedQueryClient } from './live-updates';
import { versionListQueryOptions } from './queries';
import { getQueryClient } from './query-client';
import { createRequest, getWaitingChange, isUndecided, postChange } from './send-change';

const request = {
  ...createRequest({ path: '/api/app/versions', body: { version_id: 'ver_pro' }, revision: 'r1' }, 'Kitchen'),
  idempotencyKey: 'key-1',
};

afterEach(() => {
  vi.unstubAllGlobals();
  usedQueryClient.current = null;
  onlineManager.setOnline(true);
});

function startChange() {
  vi.stubGlobal('window', {});
  const queryClient = getQueryClient();
  const { queryKey } = versionListQueryOptions();
  queryClient.setQueryData(queryKey, { success: true, message: '', data: {} } as never);
  const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  return { isStale, send: () => changeAccount(() => postChange(request, undefined)) };
}

test('sends the reason, the idempotency key and the confirmed revision, then invalidates the version list', async () => {
  const fetchMock = vi.fn(async () => Response.json({ success: true, message: '', data: {} }));
  vi.stubGlobal('fetch', fetchMock);
  const { send, isStale } = startChange();
  expect(getWaitingChange(await send())).toBe(null);
  expect(fetchMock.mock.calls[0]).toMatchObject([
    '/api/app/versions',
    {
      method: 'POST',
      body: '{"version_id":"ver_pro","reason":"Kitchen"}',
      headers: { 'Idempotency-Key': 'key-1', 'If-Match': '"r1"' },
    },
  ]);
  expect(isStale()).toBe(true);
});

test.each([
  ['waiting', 'host', true],
  ['applied', null, false],
])('a change that is %s, waiting for %s, is returned: %s', async (state, waits_for, waits) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, message: '', data: { state, waits_for } }),
  );
  expect(getWaitingChange(await startChange().send()) !== null).toBe(waits);
});

test('fails at once while offline and is not sent on reconnect', async () => {
  const fetchMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetchMock);
  onlineManager.setOnline(false);
  const { send, isStale } = startChange();
  await expect(send()).rejects.toBeInstanceOf(NetworkError);
  onlineManager.setOnline(true);
  await passTurns();
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(isStale()).toBe(false);
});

/** The response to a repeated request is about the first one only if the API has read the key. */
test.each([
  [503, true, true],
  [429, false, true],
  [401, false, true],
  [422, false, false],
  [412, false, false],
])('after status %i, the outcome is unknown: %s, of a repeated request: %s', (status, first, repeated) => {
  const error = new ApiRequestError({ code: 'preview_stale', message: '', status } as never, null);
  expect([isUndecided(error, false), isUndecided(error, true)]).toEqual([first, repeated]);
  expect(isUndecided(new NetworkError(), false)).toBe(true);
});
