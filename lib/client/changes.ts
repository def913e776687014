'use client';

import type { AccountChangeBody, AccountChangeResponse } from '@/lib/contract/account-changes';
import type { OwnAccountBody } from '@/lib/contract/accounts';
import type { effectiveNames } from '@/lib/contract/enums';
import { getChangePath } from './change-paths';
import { frameHooks } from './frame-hooks';
import { pageUrls } from './page-urls';
import { useRead } from './use-read';

// The changes of the account that wait for a date, for an owner or for the host application.

/** When a change takes effect: at once, at the end of the billing period, or at a time in Unix seconds. */
export type Effective = (typeof effectiveNames)[number] | number;

/** The end of the account's billing period in Unix seconds: null if it is unknown or over, undefined while it is loaded. */
export function usePeriodEnd({ enabled }: { enabled: boolean }) {
  const { data, isFetching } = useRead<{ data: OwnAccountBody }>(enabled ? '/api/account' : null);
  if (!data) return isFetching ? undefined : null;
  const { period_ends_at: end } = data.data;
  return end !== null && end * 1000 > Date.now() ? end : null;
}

/** A change of the account, for a dialog. */
export function useChangeToDecide(id: string | null): AccountChangeBody | undefined {
  return useRead<AccountChangeResponse>(id === null ? null : getChangePath(id)).data?.data;
}

/**
 * Where an owner continues, and comes back from to the result. It is null if the change does not wait for the host application.
 */
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
