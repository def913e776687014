import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { fetchAddOnHistoryPage, fetchHistoryPage, type HistoryPageInput } from './queries';
import { addOnHistoryQueryKey, historyQueryKey } from './query-keys';

/** Covers the whole history of nearly every account, in a small response. */
export const historyPageSize = 100;
/** The limit of the API. */
export const olderPageSize = 1000;

/** The account's history, newest first, a page at a time. Only `/history` uses it: the code of infinite queries is large. */
export function historyQueryOptions() {
  return pagedQueryOptions(historyQueryKey, fetchHistoryPage);
}

/** The history of the account's add-ons, newest first, a page at a time. */
export function optionHistoryQueryOptions() {
  return pagedQueryOptions(addOnHistoryQueryKey, fetchAddOnHistoryPage);
}

function pagedQueryOptions<Key extends readonly string[], Page extends { next_cursor?: string | undefined }>(
  queryKey: Key,
  fetchPage: (page: HistoryPageInput, options: { signal: AbortSignal; account?: string }) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal, meta }) =>
      fetchPage(
        { limit: pageParam === null ? historyPageSize : olderPageSize, cursor: pageParam },
        { signal, ...meta },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
  });
}

export function useHistory() {
  return useInfiniteQuery(historyQueryOptions());
}

export function useAddOnHistory() {
  return useInfiniteQuery(optionHistoryQueryOptions());
}
