'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { History, HistoryEntry } from '@/lib/contract/history';
import {
  historyQueryKey,
  invalidateAfterSwitch,
  newestEntryQueryOptions,
  versionListQueryOptions,
} from './queries';

const pollIntervalMs = 10_000;

/** Updates the page when another user or a program switches. Use once per page, in the layout. */
export function usePollAccount({
  hasAccount,
  onSwitched,
}: {
  hasAccount: boolean;
  onSwitched: () => void;
}): void {
  const queryClient = useQueryClient();
  const { data: newest, dataUpdatedAt } = useQuery({
    ...newestEntryQueryOptions(),
    // Apart from what pages show. Its empty initial data would replace what the server has rendered.
    queryKey: ['polled-entry'],
    // The page has just been rendered, so the first request can wait. A hidden tab does not poll; it refetches on focus.
    initialData: null,
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: pollIntervalMs,
    retry: false,
    enabled: hasAccount,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: dataUpdatedAt changes with each response, data may not
  useEffect(() => {
    // A mutation of this page invalidates the queries itself.
    if (newest === null || queryClient.isMutating() > 0 || !isStale(queryClient, newest)) return;
    onSwitched();
    void invalidateAfterSwitch(queryClient);
  }, [queryClient, onSwitched, newest, dataUpdatedAt]);
}

/** Whether the page shows a state from before this entry. */
function isStale(queryClient: QueryClient, newest: HistoryEntry): boolean {
  const list = queryClient.getQueryData(versionListQueryOptions().queryKey);
  const history = queryClient.getQueryData<{ pages: History[] }>(historyQueryKey);
  const current = list?.data.versions.find((version) => version.current);
  const newestShown = history?.pages[0]?.payload[0];
  return (
    (list !== undefined && current?.id !== newest.id) ||
    (history !== undefined && (newestShown?.sequence ?? 0) < newest.sequence)
  );
}
