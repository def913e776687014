import { queryOptions, useQuery } from '@tanstack/react-query';
import type { VersionList } from '@/lib/contract/version-list';
import { request } from './request';

/** The plans with their matrix. A page on the server prefetches with these, and with a `queryFn` of its own. */
export function versionListOptions() {
  return queryOptions({
    queryKey: ['versions'],
    queryFn: ({ signal }) => request<VersionList>('/api/app/versions', { signal }),
  });
}

export function useVersionList() {
  return useQuery(versionListOptions());
}
