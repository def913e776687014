'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
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
}

/** The preview of a switch to a version. Never cached, because the user confirms what it shows. */
function switchPreviewQueryOptions(versionId: string, { billingPeriod, users, undo }: SwitchPreviewInput) {
  const path = `/api/app/versions/${encodeURIComponent(versionId)}/preview`;
  const url = addQuery(path, { billing_period: billingPeriod, restore: undo, users });
  return queryOptions({
    queryKey: ['switch-preview', url],
    queryFn: readPath<SwitchPreview>(url),
    staleTime: 0,
    gcTime: 0,
  });
}

/** With `fixed`, that preview, without a request. */
export function useSwitchPreview(
  versionId: string,
  { fixed, ...input }: SwitchPreviewInput & { fixed?: SwitchPreview | undefined } = {},
) {
  const options = switchPreviewQueryOptions(versionId, input);
  return useQuery(fixed ? { ...options, initialData: fixed, enabled: false } : options);
}
