'use client';

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import type { SwitchPreview, SwitchResult } from '@/lib/contract/switch';
import { accountChangeMutationOptions } from './account-mutations';
import { addQuery, readPath, requestApi } from './api-request';
import { fetchHistoryPage } from './queries';

interface VersionSwitchInput {
  versionId: string;
  /** The history entry to undo, which leads to that version. */
  undo?: string | null;
  /** Without it, the account keeps its own if the version is sold for it. */
  billingPeriod?: BillingPeriod;
  /** Null for the account's. */
  users?: number | null;
  /** One per opened dialog, so that repeated clicks and retries switch once. */
  idempotencyKey: string;
  /** Stored in the history. */
  reason?: string;
  /** `revision` of the confirmed preview. The API responds with 412 if anything has changed since. */
  revision?: string;
}

function postVersionSwitch(
  { versionId, undo, billingPeriod, users = null, idempotencyKey, reason, revision }: VersionSwitchInput,
  account: string | undefined,
) {
  return requestApi<SwitchResult>('/api/app/versions', {
    method: 'POST',
    body: {
      ...(undo
        ? { restore: undo }
        : {
            version_id: versionId,
            ...(billingPeriod && { billing_period: billingPeriod }),
            ...(users !== null && { users }),
          }),
      ...(reason ? { reason } : {}),
    },
    headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': revision && `"${revision}"` },
    account,
  });
}

export function versionSwitchMutationOptions(queryClient: QueryClient) {
  return accountChangeMutationOptions(queryClient, postVersionSwitch);
}

export function useVersionSwitch() {
  return useMutation(versionSwitchMutationOptions(useQueryClient()));
}

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

/** `moved_on`: the switch was made, and the account has been switched again since. */
type SwitchOutcome = 'done' | 'moved_on' | 'not_done' | 'unknown';

interface OutcomeInput {
  versionId: string;
  /** Of the preview that was confirmed. */
  billingPeriod: BillingPeriod;
  users: number;
  /** `sequence` of the newest history entry when the dialog opened. 0 if there was none, null if it is unknown. */
  sequenceBefore: number | null;
  /** That staff act for. */
  account?: string | undefined;
}

/**
 * Reads from the history whether a switch was made although its response was lost. The request may still be in flight,
 * so after `not_done` only a retry with the same idempotency key is safe.
 */
export async function resolveSwitchOutcome({
  versionId,
  billingPeriod,
  users,
  sequenceBefore,
  account,
}: OutcomeInput): Promise<SwitchOutcome> {
  try {
    const { payload } = await fetchHistoryPage({ limit: 20 }, { account });
    const newest = payload[0];
    const isSwitch = (entry: HistoryEntry) =>
      entry.id === versionId && entry.account_billing_period === billingPeriod && entry.users === users;
    if (newest && isSwitch(newest)) return 'done';
    if (sequenceBefore === null) return 'not_done';
    return payload.some((entry) => entry.sequence > sequenceBefore && isSwitch(entry))
      ? 'moved_on'
      : 'not_done';
  } catch {
    return 'unknown';
  }
}
