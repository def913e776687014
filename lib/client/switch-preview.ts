import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SwitchPreview } from '@/lib/contract/switch';
import { request } from './request';

/** What a switch to this version would do. Always asked anew: people say yes to what it answers. */
export function switchPreviewOptions(versionId: string) {
  return queryOptions({
    queryKey: ['switch-preview', versionId],
    queryFn: ({ signal }) =>
      request<SwitchPreview>(`/api/app/versions/${encodeURIComponent(versionId)}/preview`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useSwitchPreview(versionId: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...switchPreviewOptions(versionId), enabled });
}
