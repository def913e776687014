'use client';

import type { AccountChangeBody, AccountChangeResponse } from '@/lib/contract/account-changes';
import { useAccountMutation } from './account-mutations';
import { requestApi } from './api-request';
import { getChangePath } from './change-paths';
import { pageUrls } from './page-urls';

function postRefusal({ id, message }: { id: string; message: string }) {
  return requestApi<AccountChangeResponse>(`${getChangePath(id)}/decline`, {
    method: 'POST',
    body: message ? { message } : {},
  });
}

export function useDeclineChange() {
  return useAccountMutation(postRefusal);
}

/** Support needs a reason. */
function deleteChange({ id, reason = '' }: { id: string; reason?: string }, account: string | undefined) {
  const query = reason && `?${new URLSearchParams({ reason })}`;
  return requestApi<AccountChangeResponse>(`${getChangePath(id)}${query}`, { method: 'DELETE', account });
}

export function useCancelChange() {
  return useAccountMutation(deleteChange);
}

/** The page where an owner decides about a change. */
export function getReviewUrl(change: AccountChangeBody): string {
  const { id, version, billing_period: period, users, optional_feature: addOn, quantity } = change;
  if (addOn && change.commands.length === 1) {
    return pageUrls.addOns({ add_on: addOn.id, quantity, approve: id });
  }
  return pageUrls.plans({
    switch: version.id,
    approve: id,
    period,
    ...(users !== null && { seats: users }),
    ...(!addOn && quantity !== null && { units: quantity }),
  });
}
