'use client';

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AddOnHistoryEntry, AddOnList } from '@/lib/contract/add-ons';
import type { HistoryEntry } from '@/lib/contract/history';
import { isChangingAccount } from './account-mutations';
import { invalidateAccount } from './account-queries';
import { fetchAddOnHistoryPage, fetchHistoryPage, type Histories } from './fetch-history';
import { pollIntervalMs, renderedPage } from './live-updates';
import { versionListQueryOptions } from './queries';
import { addOnsQueryKey, historyQueryKey } from './query-keys';

/** The newest entries of both histories. */
interface NewestEntries {
  version: HistoryEntry | null;
  /** Null also if the account has no add-ons. */
  option: AddOnHistoryEntry | null;
}

/** Both are small, so they can be polled. */
function newestEntriesQueryOptions(queryClient: QueryClient) {
  return queryOptions({
    queryKey: ['polled-entries'],
    queryFn: async ({ signal }): Promise<NewestEntries> => {
      const list = queryClient.getQueryData(versionListQueryOptions().queryKey);
      const hasAddOns = list?.data.optional_features_available !== false;
      const [versions, options] = await Promise.all([
        fetchHistoryPage({ limit: 1 }, { signal }),
        hasAddOns ? fetchAddOnHistoryPage({ limit: 1 }, { signal }) : null,
      ]);
      return { version: versions.payload[0] ?? null, option: options?.payload[0] ?? null };
    },
    staleTime: 0,
    // A hidden tab does not poll; it refetches on focus.
    refetchOnWindowFocus: 'always',
    refetchInterval: pollIntervalMs,
    retry: false,
  });
}

/** Updates the page when another user or a program changes the account. Use once per page, in the layout. */
export function usePollAccount({
  hasAccount,
  onSwitched,
}: {
  hasAccount: boolean;
  onSwitched: () => void;
}): void {
  const queryClient = useQueryClient();
  const { data: newest, dataUpdatedAt } = useQuery({
    ...newestEntriesQueryOptions(queryClient),
    enabled: hasAccount,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: dataUpdatedAt changes with each response, data may not
  useEffect(() => {
    // A mutation of this page invalidates the queries itself.
    if (!newest || isChangingAccount() || !isStale(queryClient, newest)) return;
    onSwitched();
    void invalidateAccount(queryClient);
  }, [queryClient, onSwitched, newest, dataUpdatedAt]);
}

/** Whether the page shows a state from before one of the entries. */
function isStale(client: QueryClient, { version, option }: NewestEntries): boolean {
  const shown = renderedPage.current?.newest;
  if (shown && version && version.history_id !== shown.version) return true;
  if (shown && option && option.history_id !== shown.option) return true;
  return (version && isVersionStale(client, version)) || (option && isAddOnStale(client, option)) || false;
}

function isVersionStale(queryClient: QueryClient, newest: HistoryEntry): boolean {
  const list = queryClient.getQueryData(versionListQueryOptions().queryKey);
  const history = queryClient.getQueryData<Histories>(historyQueryKey);
  const current = list?.data.versions.find((version) => version.current);
  const newestShown = history?.plans.payload[0];
  return (
    (list !== undefined && current?.id !== newest.id) ||
    (list !== undefined && list.data.billing_period !== newest.account_billing_period) ||
    (list !== undefined && list.data.users !== newest.users) ||
    (history !== undefined && (newestShown?.sequence ?? 0) < newest.sequence)
  );
}

function isAddOnStale(queryClient: QueryClient, newest: AddOnHistoryEntry): boolean {
  const lists = queryClient.getQueriesData<AddOnList>({ queryKey: addOnsQueryKey });
  return lists.some(([, list]) => {
    const shown = list?.data.optional_features.find(({ id }) => id === newest.id);
    if (!list || (!shown && newest.status === 'inactive')) return false;
    return (shown?.since ?? 0) < newest.timestamp || (shown?.quantity ?? 0) !== newest.quantity;
  });
}
