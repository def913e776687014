import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { NoAnswer } from './failures';
import { makeQueryClient } from './query-client';
import { switchVersionOptions } from './switch-version';
import { versionListOptions } from './version-list';

const order = { versionId: 'ver_pro', idempotencyKey: 'key-1', revision: 'r1' };

afterEach(() => {
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

function startSwitch() {
  const queryClient = makeQueryClient();
  const { queryKey } = versionListOptions();
  queryClient.setQueryData(queryKey, { success: true, message: '', data: {} } as never);
  const observer = new MutationObserver(queryClient, switchVersionOptions(queryClient));
  const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  return { isStale, mutate: () => observer.mutate(order) };
}

test('a switch carries its key and what was said yes to, and then the plans are read again', async () => {
  const fetched = vi.fn(async () => Response.json({ success: true, message: '', data: {} }));
  vi.stubGlobal('fetch', fetched);
  const { mutate, isStale } = startSwitch();
  await mutate();
  expect(fetched.mock.calls[0]).toMatchObject([
    '/api/app/versions',
    {
      method: 'POST',
      body: '{"version_id":"ver_pro"}',
      headers: { 'Idempotency-Key': 'key-1', 'If-Match': '"r1"' },
    },
  ]);
  expect(isStale()).toBe(true);
});

test('offline it fails at once, and nothing is sent when the network comes back', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetched);
  onlineManager.setOnline(false);
  const { mutate, isStale } = startSwitch();
  await expect(mutate()).rejects.toBeInstanceOf(NoAnswer);
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(isStale()).toBe(false);
});
