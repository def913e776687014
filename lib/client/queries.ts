import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountChangeBody, AccountChangeList } from '@/lib/contract/account-changes';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { NoticeList } from '@/lib/contract/notices';
import type { VersionList } from '@/lib/contract/versions';
import { readPath, requestData } from './api-request';
import { changesPath, getChangePath, noticesPath } from './change-paths';
import { fetchAddOnHistoryPage, fetchHistoryPage, type Histories, historyPageSize } from './fetch-history';
import { pollIntervalMs } from './live-updates';
import * as queryKeys from './query-keys';

/** The version list with its matrix. Server components prefetch it with a `queryFn` of their own. */
export function versionListQueryOptions() {
  return queryOptions({
    queryKey: queryKeys.versionListQueryKey,
    queryFn: readPath<VersionList>('/api/app/versions'),
  });
}

export function useVersionList() {
  return useQuery(versionListQueryOptions());
}

/** The newest history entry, or null without one. Its `sequence` is the number of entries. */
export function newestEntryQueryOptions() {
  return queryOptions({
    queryKey: queryKeys.newestEntryQueryKey,
    queryFn: async ({ signal }) => (await fetchHistoryPage({ limit: 1 }, { signal })).payload[0] ?? null,
  });
}

/** For frames, which the server renders without the account. */
export function historyQueryOptions() {
  return queryOptions({
    queryKey: queryKeys.historyQueryKey,
    queryFn: async ({ signal }): Promise<Histories> => {
      const input = { limit: historyPageSize };
      const [plans, addOns] = await Promise.all([
        fetchHistoryPage(input, { signal }),
        fetchAddOnHistoryPage(input, { signal }),
      ]);
      return { plans, addOns };
    },
  });
}

/** The add-ons with their state. Totals for other numbers of users follow from the fees of the total. */
export function addOnsQueryOptions() {
  return queryOptions({
    queryKey: queryKeys.addOnsQueryKey,
    queryFn: readPath<AddOnList>('/api/app/optional-features'),
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
    queryKey: queryKeys.openChangesQueryKey,
    queryFn: readPath<AccountChangeList>('/api/account/changes?state=open'),
    refetchInterval: ({ state }) => (state.data?.payload.length ? pollIntervalMs : false),
  });
}

/** What the provider changed for the account, newest first. */
export function noticesQueryOptions() {
  return queryOptions({ queryKey: queryKeys.noticesQueryKey, queryFn: readPath<NoticeList>(noticesPath) });
}

/** All changes of the last 90 days, newest first, for frames. */
export function changesQueryOptions() {
  return queryOptions({
    queryKey: queryKeys.changesQueryKey,
    queryFn: readPath<AccountChangeList>(changesPath),
    refetchInterval: pollIntervalMs,
  });
}

export function useChange(id: string | null) {
  return useQuery({
    queryKey: [...queryKeys.changesQueryKey, id],
    queryFn: ({ signal }) => requestData<AccountChangeBody>(getChangePath(id ?? ''), { signal }),
    enabled: id !== null,
  });
}
