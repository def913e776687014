'use client';

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HistoryEntry } from '@/lib/contract/history';
import { refreshAfterSwitch } from './follow-switches';
import { historyOptions, readHistoryPage } from './history';
import { versionListOptions } from './version-list';

/** A screen that is looked at shows another person's switch within this time. */
const followMs = 10_000;

/** The account's newest change alone: small enough to be asked for again and again. */
function newestChangeOptions() {
  return queryOptions({
    queryKey: ['newest-change'],
    queryFn: async ({ signal }) => (await readHistoryPage({ limit: 1 }, signal)).payload[0] ?? null,
    // What the server rendered is newer than any answer that came at once. A hidden tab asks when it is seen again.
    initialData: null,
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: followMs,
    retry: false,
  });
}

/** Keeps a page up with switches that other people and programs make. Once a page, in what wraps it. */
export function useFollowAccount({
  hasAccount,
  onSwitched,
}: {
  hasAccount: boolean;
  onSwitched: () => void;
}): void {
  const queryClient = useQueryClient();
  const { data: newest, dataUpdatedAt } = useQuery({ ...newestChangeOptions(), enabled: hasAccount });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is looked at, also one like the last
  useEffect(() => {
    // A switch of this page's own refreshes what is shown by itself.
    if (newest === null || queryClient.isMutating() > 0 || !isBehind(queryClient, newest)) return;
    onSwitched();
    void refreshAfterSwitch(queryClient);
  }, [queryClient, onSwitched, newest, dataUpdatedAt]);
}

/** Whether what the page shows is from before this change. */
function isBehind(queryClient: QueryClient, newest: HistoryEntry): boolean {
  const list = queryClient.getQueryData(versionListOptions().queryKey);
  const history = queryClient.getQueryData(historyOptions().queryKey);
  const current = list?.data.versions.find((version) => version.current);
  const lastShown = history?.pages[0]?.payload[0];
  return (
    (list !== undefined && current?.id !== newest.id) ||
    (history !== undefined && (lastShown?.sequence ?? 0) < newest.sequence)
  );
}
