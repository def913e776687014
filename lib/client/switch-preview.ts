'use client';

import { useQuery } from '@tanstack/react-query';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { SwitchPreview } from '@/lib/contract/switch';
import { addQuery, readPath } from './api-request';

interface SwitchPreviewInput {
  /** Without it, the account keeps its own if the version is sold for it. */
  billingPeriod?: BillingPeriod | undefined;
  /** Number of users to set. Default: the account's. */
  users?: number | undefined;
  /** The history entry to undo. The version is the one before it. */
  undo?: string | null | undefined;
  /** That preview, without a request. */
  fixed?: SwitchPreview | undefined;
}

/** The preview of a switch to a version. Never cached, because the user confirms what it shows. */
export function useSwitchPreview(
  versionId: string,
  { billingPeriod, users, undo, fixed }: SwitchPreviewInput,
) {
  const path = `/api/app/versions/${encodeURIComponent(versionId)}/preview`;
  const url = addQuery(path, { billing_period: billingPeriod, restore: undo, users });
  return useQuery({
    queryKey: ['switch-preview', url],
    queryFn: readPath<SwitchPreview>(url),
    staleTime: 0,
    gcTime: 0,
    ...(fixed && { initialData: fixed, enabled: false }),
  });
}
