import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { History } from '@/lib/contract/history';
import { request } from './request';

/** Years of changes for nearly every account, and still a small answer. */
export const historyPageSize = 100;

export function readHistoryPage(page: { limit: number; cursor?: string | null }, signal?: AbortSignal) {
  const query = new URLSearchParams({ limit: String(page.limit) });
  if (page.cursor) query.set('cursor', page.cursor);
  return request<History>(`/api/account/versions?${query}`, { signal });
}

/** The account's changes, newest first, a page at a time. The newest entry's `sequence` is how many there are. */
export function historyOptions() {
  return infiniteQueryOptions({
    queryKey: ['history'],
    queryFn: ({ pageParam, signal }) =>
      readHistoryPage({ limit: historyPageSize, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
  });
}

/** Only an account has a history: without one it isn't asked for. */
export function useHistory({ enabled = true }: { enabled?: boolean } = {}) {
  return useInfiniteQuery({ ...historyOptions(), enabled });
}
