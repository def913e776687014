import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { History } from '@/lib/contract/history';
import type { VersionList } from '@/lib/contract/versions';
import { requestApi } from './api-request';
import { featuresQueryOptions } from './features';

/** The version list with its matrix. Server components prefetch it with a `queryFn` of their own. */
export function versionListQueryOptions() {
  return queryOptions({
    queryKey: ['versions'],
    queryFn: ({ signal }) => requestApi<VersionList>('/api/app/versions', { signal }),
  });
}

export function useVersionList() {
  return useQuery(versionListQueryOptions());
}

/** Covers the whole history of nearly every account, in a small response. */
export const historyPageSize = 100;

export function fetchHistoryPage(page: { limit: number; cursor?: string | null }, signal?: AbortSignal) {
  const query = new URLSearchParams({ limit: String(page.limit) });
  if (page.cursor) query.set('cursor', page.cursor);
  return requestApi<History>(`/api/account/versions?${query}`, { signal });
}

/** The account's history, newest first. The `sequence` of the newest entry is the number of entries. */
export function historyQueryOptions() {
  return infiniteQueryOptions({
    queryKey: ['history'],
    queryFn: ({ pageParam, signal }) =>
      fetchHistoryPage({ limit: historyPageSize, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
  });
}

export function useHistory() {
  return useInfiniteQuery(historyQueryOptions());
}

/** Refetches what a switch changes. The page shows the old data until the new data arrives. */
export async function invalidateAfterSwitch(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: versionListQueryOptions().queryKey }),
    queryClient.invalidateQueries({ queryKey: historyQueryOptions().queryKey }),
    // The features of every connection.
    queryClient.invalidateQueries({ queryKey: featuresQueryOptions().queryKey.slice(0, 1) }),
  ]);
}
