import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountChangeList } from '@/lib/contract/account-changes';
import type { AddOnHistory, AddOnList } from '@/lib/contract/add-ons';
import type { History } from '@/lib/contract/history';
import type { VersionList } from '@/lib/contract/versions';
import { requestApi } from './api-request';
import { pollIntervalMs } from './live-updates';
import {
  accountQueryKey,
  addOnHistoryQueryKey,
  addOnsQueryKey,
  changesQueryKey,
  featuresQueryKey,
  historyQueryKey,
  newestEntryQueryKey,
  openChangesQueryKey,
  versionListQueryKey,
} from './query-keys';

/** The version list with its matrix. Server components prefetch it with a `queryFn` of their own. */
export function versionListQueryOptions() {
  return queryOptions({
    queryKey: versionListQueryKey,
    queryFn: ({ signal, meta }) =>
      requestApi<VersionList>('/api/app/versions', { signal, account: meta?.account }),
  });
}

export function useVersionList() {
  return useQuery(versionListQueryOptions());
}

export interface HistoryPageInput {
  limit: number;
  cursor?: string | null;
}

function buildPageQuery({ limit, cursor }: HistoryPageInput): URLSearchParams {
  return new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
}

interface FetchOptions {
  signal?: AbortSignal;
  /** That staff act for. */
  account?: string | undefined;
}

export function fetchHistoryPage(page: HistoryPageInput, options?: FetchOptions) {
  return requestApi<History>(`/api/account/versions?${buildPageQuery(page)}`, options);
}

export function fetchAddOnHistoryPage(page: HistoryPageInput, options?: FetchOptions) {
  return requestApi<AddOnHistory>(`/api/account/optional-features?${buildPageQuery(page)}`, options);
}

/** The newest history entry, or null without one. Its `sequence` is the number of entries. */
export function newestEntryQueryOptions() {
  return queryOptions({
    queryKey: newestEntryQueryKey,
    queryFn: async ({ signal, meta }) =>
      (await fetchHistoryPage({ limit: 1 }, { signal, account: meta?.account })).payload[0] ?? null,
  });
}

/** The add-ons with their state. Totals for other numbers of users follow from the fees of the total. */
export function addOnsQueryOptions() {
  return queryOptions({
    queryKey: addOnsQueryKey,
    queryFn: ({ signal, meta }) =>
      requestApi<AddOnList>('/api/app/optional-features', { signal, account: meta?.account }),
  });
}

export function useAddOns({ enabled = true } = {}) {
  return useQuery({ ...addOnsQueryOptions(), enabled });
}

export function useNewestEntry({ enabled = true } = {}) {
  return useQuery({ ...newestEntryQueryOptions(), enabled });
}

/** The changes that have not ended, newest first. Others can end them at any time. */
export function openChangesQueryOptions() {
  return queryOptions({
    queryKey: openChangesQueryKey,
    queryFn: ({ signal, meta }) =>
      requestApi<AccountChangeList>('/api/account/changes?state=open', { signal, account: meta?.account }),
    refetchInterval: ({ state }) => (state.data?.payload.length ? pollIntervalMs : false),
  });
}

/** Refetches what a switch or a change of an add-on changes. The page shows the old data until the new data arrives. */
export async function invalidateAccount(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: versionListQueryKey }),
    queryClient.invalidateQueries({ queryKey: historyQueryKey }),
    // For every number of users.
    queryClient.invalidateQueries({ queryKey: addOnsQueryKey }),
    queryClient.invalidateQueries({ queryKey: addOnHistoryQueryKey }),
    // The features of every connection.
    queryClient.invalidateQueries({ queryKey: featuresQueryKey }),
    queryClient.invalidateQueries({ queryKey: newestEntryQueryKey }),
    queryClient.invalidateQueries({ queryKey: accountQueryKey }),
    queryClient.invalidateQueries({ queryKey: openChangesQueryKey }),
    queryClient.invalidateQueries({ queryKey: changesQueryKey }),
  ]);
}
