import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { fetchHistoryPage, fetchOptionHistoryPage, historyQueryKey, optionHistoryQueryKey } from './queries';

/** Covers the whole history of nearly every account, in a small response. */
export const historyPageSize = 100;

/** The account's history, newest first, a page at a time. Only `/history` uses it: the code of infinite queries is large. */
export function historyQueryOptions() {
  return infiniteQueryOptions({
    queryKey: historyQueryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchHistoryPage({ limit: historyPageSize, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
  });
}

export function useHistory() {
  return useInfiniteQuery(historyQueryOptions());
}

/** The history of the account's optional features, newest first. */
export function optionHistoryQueryOptions() {
  return infiniteQueryOptions({
    queryKey: optionHistoryQueryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchOptionHistoryPage({ limit: historyPageSize, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
  });
}

export function useOptionHistory() {
  return useInfiniteQuery(optionHistoryQueryOptions());
}
