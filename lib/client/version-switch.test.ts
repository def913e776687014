import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from './api-request';
import { versionListQueryOptions } from './queries';
import { createQueryClient } from './query-client';
import { resolveSwitchOutcome, versionSwitchMutationOptions } from './version-switch';

const input = { versionId: 'ver_pro', idempotencyKey: 'key-1', revision: 'r1' };

afterEach(() => {
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

function startSwitch() {
  const queryClient = createQueryClient();
  const { queryKey } = versionListQueryOptions();
  queryClient.setQueryData(queryKey, { success: true, message: '', data: {} } as never);
  const observer = new MutationObserver(queryClient, versionSwitchMutationOptions(queryClient));
  const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  return { isStale, mutate: (reason?: string) => observer.mutate({ ...input, reason }) };
}

test('sends the reason, the idempotency key and the confirmed revision, then invalidates the version list', async () => {
  const fetchMock = vi.fn(async () => Response.json({ success: true, message: '', data: {} }));
  vi.stubGlobal('fetch', fetchMock);
  const { mutate, isStale } = startSwitch();
  await mutate('New kitchen');
  expect(fetchMock.mock.calls[0]).toMatchObject([
    '/api/app/versions',
    {
      method: 'POST',
      body: '{"version_id":"ver_pro","reason":"New kitchen"}',
      headers: { 'Idempotency-Key': 'key-1', 'If-Match': '"r1"' },
    },
  ]);
  expect(isStale()).toBe(true);
});

test('fails at once while offline and is not sent on reconnect', async () => {
  const fetchMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetchMock);
  onlineManager.setOnline(false);
  const { mutate, isStale } = startSwitch();
  await expect(mutate()).rejects.toBeInstanceOf(NetworkError);
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(isStale()).toBe(false);
});

const stubHistory = (...entries: [sequence: number, id: string, users?: number][]) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({
      success: true,
      message: '',
      payload: entries.map(([sequence, id, users = 1]) => ({
        sequence,
        id,
        users,
        account_billing_period: 'month',
      })),
    }),
  );

test('the outcome is done if the newest entry has the requested version', async () => {
  stubHistory([3, 'ver_pro'], [2, 'ver_basic']);
  expect(
    await resolveSwitchOutcome({ billingPeriod: 'month', users: 1, versionId: 'ver_pro', sequenceBefore: 2 }),
  ).toBe('done');
  expect(
    await resolveSwitchOutcome({
      billingPeriod: 'month',
      users: 1,
      versionId: 'ver_pro',
      sequenceBefore: null,
    }),
  ).toBe('done');
});

test('the outcome is not_done if the newest entry has the requested version with another number of users', async () => {
  stubHistory([3, 'ver_pro', 4], [2, 'ver_basic']);
  expect(
    await resolveSwitchOutcome({ billingPeriod: 'month', users: 9, versionId: 'ver_pro', sequenceBefore: 2 }),
  ).toBe('not_done');
});

test('the outcome is moved_on if the account was switched again since', async () => {
  stubHistory([4, 'ver_team'], [3, 'ver_pro'], [2, 'ver_basic']);
  expect(
    await resolveSwitchOutcome({ billingPeriod: 'month', users: 1, versionId: 'ver_pro', sequenceBefore: 2 }),
  ).toBe('moved_on');
});

test('the outcome is not_done if only an older entry has the requested version', async () => {
  stubHistory([2, 'ver_basic'], [1, 'ver_pro']);
  expect(
    await resolveSwitchOutcome({ billingPeriod: 'month', users: 1, versionId: 'ver_pro', sequenceBefore: 2 }),
  ).toBe('not_done');
  expect(
    await resolveSwitchOutcome({
      billingPeriod: 'month',
      users: 1,
      versionId: 'ver_pro',
      sequenceBefore: null,
    }),
  ).toBe('not_done');
});

test('the outcome is unknown if the history request fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(
    await resolveSwitchOutcome({ billingPeriod: 'month', users: 1, versionId: 'ver_pro', sequenceBefore: 2 }),
  ).toBe('unknown');
});
