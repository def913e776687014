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

/** The history has version and sequence of each entry, newest first. */
test.each<[outcome: string, situation: string, history: string, sequenceBefore: number | null]>([
  ['done', 'the newest entry has the requested version', 'ver_pro 3, ver_basic 2', 2],
  ['done', 'it is that of the first entry', 'ver_pro 1', null],
  ['not_done', 'only an older entry has the requested version', 'ver_basic 2, ver_pro 1', 2],
  ['not_done', 'the newest entry has another, and none was known', 'ver_basic 2, ver_pro 1', null],
  ['moved_on', 'the account was switched again since', 'ver_team 4, ver_pro 3, ver_basic 2', 2],
  ['not_done', 'the newest entry has another number of users', 'ver_pro 3 4, ver_basic 2', 2],
])('the outcome is %s if %s', async (outcome, _, history, sequenceBefore) => {
  const payload = history.split(', ').map((entry) => {
    const [id, sequence, users = 1] = entry.split(' ');
    return { id, sequence: Number(sequence), users: Number(users), account_billing_period: 'month' };
  });
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', payload }));
  const requested = { billingPeriod: 'month', users: 1, versionId: 'ver_pro', sequenceBefore } as const;
  expect(await resolveSwitchOutcome(requested)).toBe(outcome);
});

test('the outcome is unknown if the history request fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(
    await resolveSwitchOutcome({ billingPeriod: 'month', users: 1, versionId: 'ver_pro', sequenceBefore: 2 }),
  ).toBe('unknown');
});
