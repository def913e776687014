import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { History } from '@/lib/contract/history';
import type { OptionalFeatures, OptionHistory } from '@/lib/contract/optional-features';
import type { VersionList } from '@/lib/contract/versions';
import { requestApi } from './api-request';
import {
  featuresQueryKey,
  historyQueryKey,
  newestEntryQueryKey,
  optionalFeaturesQueryKey,
  optionHistoryQueryKey,
  versionListQueryKey,
} from './query-keys';

/** The version list with its matrix. Server components prefetch it with a `queryFn` of their own. */
export function versionListQueryOptions() {
  return queryOptions({
    queryKey: versionListQueryKey,
    queryFn: ({ signal }) => requestApi<VersionList>('/api/app/versions', { signal }),
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

export function fetchHistoryPage(page: HistoryPageInput, signal?: AbortSignal) {
  return requestApi<History>(`/api/account/versions?${buildPageQuery(page)}`, { signal });
}

export function fetchOptionHistoryPage(page: HistoryPageInput, signal?: AbortSignal) {
  return requestApi<OptionHistory>(`/api/account/optional-features?${buildPageQuery(page)}`, { signal });
}

/** The newest history entry, or null without one. Its `sequence` is the number of entries. */
export function newestEntryQueryOptions() {
  return queryOptions({
    queryKey: newestEntryQueryKey,
    queryFn: async ({ signal }) => (await fetchHistoryPage({ limit: 1 }, signal)).payload[0] ?? null,
  });
}

/** The optional features with their state. Totals for other numbers of users follow from the fees of the total. */
export function optionalFeaturesQueryOptions() {
  return queryOptions({
    queryKey: optionalFeaturesQueryKey,
    queryFn: ({ signal }) => requestApi<OptionalFeatures>('/api/app/optional-features', { signal }),
  });
}

export function useOptionalFeatures({ enabled = true } = {}) {
  return useQuery({ ...optionalFeaturesQueryOptions(), enabled });
}

export function useNewestEntry({ enabled = true } = {}) {
  return useQuery({ ...newestEntryQueryOptions(), enabled });
}

/** Refetches what a switch or a change of an optional feature changes. The page shows the old data until the new data arrives. */
export async function invalidateAccount(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: versionListQueryKey }),
    queryClient.invalidateQueries({ queryKey: historyQueryKey }),
    // For every number of users.
    queryClient.invalidateQueries({ queryKey: optionalFeaturesQueryKey }),
    queryClient.invalidateQueries({ queryKey: optionHistoryQueryKey }),
    // The features of every connection.
    queryClient.invalidateQueries({ queryKey: featuresQueryKey }),
    queryClient.invalidateQueries({ queryKey: newestEntryQueryKey }),
  ]);
}
