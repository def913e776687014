import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountFeature } from '@/lib/contract/features';
import { invalidateAccount } from './account-queries';
import { featuresQueryOptions, useFeature } from './features';
import { createQueryClient } from './query-client';

const connection = { baseUrl: 'https://plans.example/api', key: 'avk_1', accountId: 'acc_1' };
const createFeature = (id: string, amount: number | null): AccountFeature => ({
  id,
  title: id,
  is_limit: false,
  value: null,
  amount,
  unlimited: false,
  unit: null,
  period: null,
  renewable: null,
  linked_features: [],
  source: 'version',
});
const createList = (...payload: AccountFeature[]) => ({
  success: true as const,
  message: '',
  payload,
  has_more: false,
});

/** Reads two features of this origin and one of another. */
function FeatureReader({ onRead }: { onRead: (...data: unknown[]) => void }) {
  onRead(useFeature('storage').data?.amount, useFeature('sso').data, useFeature('sso', connection).data);
  return null;
}

afterEach(() => vi.unstubAllGlobals());

test('the features of another origin are requested with key and account', async () => {
  const fetchMock = vi.fn(async () => Response.json(createList(createFeature('sso', null))));
  vi.stubGlobal('fetch', fetchMock);
  const { payload } = await createQueryClient().fetchQuery(featuresQueryOptions(connection));
  expect(payload.map(({ id }) => id)).toEqual(['sso']);
  expect(fetchMock.mock.calls[0]).toMatchObject([
    'https://plans.example/api/account/features',
    { method: 'GET', headers: { Authorization: 'Bearer avk_1', 'X-Account-Id': 'acc_1' } },
  ]);
});

test('useFeature returns the feature with its amount, or null', () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(featuresQueryOptions().queryKey, createList(createFeature('storage', 5)));
  const seen: unknown[] = [];
  renderToString(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(FeatureReader, { onRead: (...data) => seen.push(...data) }),
    ),
  );
  expect(seen).toEqual([5, null, undefined]);
});

test('features are requested again after a switch, for every connection', async () => {
  const fetchMock = vi.fn(async () => Response.json(createList()));
  vi.stubGlobal('fetch', fetchMock);
  const queryClient = createQueryClient();
  const observers = [featuresQueryOptions(), featuresQueryOptions(connection)].map(
    (options) => new QueryObserver(queryClient, options),
  );
  const unsubscribe = observers.map((observer) => observer.subscribe(() => {}));
  await vi.waitFor(() => expect(observers.every((each) => each.getCurrentResult().isSuccess)).toBe(true));
  fetchMock.mockImplementation(async () => Response.json(createList(createFeature('sso', null))));
  await invalidateAccount(queryClient);
  expect(observers.map((each) => each.getCurrentResult().data?.payload.length)).toEqual([1, 1]);
  expect(fetchMock.mock.calls.map(([url]: unknown[]) => url)).toEqual(
    expect.arrayContaining(['/api/account/features', 'https://plans.example/api/account/features']),
  );
  for (const stop of unsubscribe) stop();
});
