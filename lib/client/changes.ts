'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountChangeBody, AccountChangeList } from '@/lib/contract/account-changes';
import type { AccountBody } from '@/lib/contract/accounts';
import { readPath, requestData } from './api-request';
import { frameHooks } from './frame-hooks';
import { pollIntervalMs } from './live-updates';
import { pageUrls } from './page-urls';
import { changesQueryKey } from './query-keys';

// The changes of the account that wait for a date, for an owner or for the host application.

export const changesPath = '/api/account/changes';
export const getChangePath = (id: string) => `${changesPath}/${encodeURIComponent(id)}`;
export const getApprovalPath = (id: string) => `${getChangePath(id)}/approve`;

/** All changes of the last 90 days, newest first. */
export function changesQueryOptions() {
  return queryOptions({
    queryKey: changesQueryKey,
    queryFn: readPath<AccountChangeList>(changesPath),
    refetchInterval: pollIntervalMs,
  });
}

export function useChange(id: string | null) {
  return useQuery({
    queryKey: [...changesQueryKey, id],
    queryFn: ({ signal }) => requestData<AccountChangeBody>(getChangePath(id ?? ''), { signal }),
    enabled: id !== null,
  });
}

/** When a change takes effect: at once, at the end of the billing period, or at a time in Unix seconds. */
export type Effective = 'now' | 'period_end' | number;

/** The end of the account's billing period in Unix seconds. Null if it is unknown or over. */
export function usePeriodEnd({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['period-end'],
    queryFn: async ({ signal, meta }) => {
      const account = meta?.account;
      const { period_ends_at: end } = await requestData<AccountBody>('/api/account', { signal, account });
      return end !== null && end * 1000 > Date.now() ? end : null;
    },
    staleTime: 0,
    gcTime: 0,
    enabled,
  });
}

/** Where an owner continues, and comes back from to the result. Null if the change does not wait for the host application. */
function getCheckoutUrl({ id, checkout_url }: AccountChangeBody): string | null {
  if (checkout_url === null) return null;
  const url = new URL(checkout_url);
  url.searchParams.set('return_url', window.location.origin + pageUrls.plans({ change: id }));
  return url.href;
}

/**
 * Opens the page where an owner continues. Returns `here` if it replaces this page, `outside` if the page around this frame opens
 * it, and null if the change does not wait for the host application.
 */
export function openCheckout(change: AccountChangeBody): 'here' | 'outside' | null {
  const url = getCheckoutUrl(change);
  if (url === null || change.checkout_url === null) return null;
  if (frameHooks.openCheckout) {
    frameHooks.openCheckout({ id: change.id, checkoutUrl: change.checkout_url });
    return 'outside';
  }
  window.location.assign(url);
  return 'here';
}
