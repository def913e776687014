'use client';

import { useRouter } from 'next/navigation';
import { use } from 'react';
import { frameHooks } from './frame-hooks';
import { broadcastAccountChange, startLiveUpdates } from './live-updates';
import { refreshAfterDialog } from './use-page-refresh';
import { QueriedAccount } from './use-read';
import { useRequest } from './use-request';

let sentCount = 0;

/** Whether a request of this page changes the account, and updates the queries afterwards. */
export const isChangingAccount = () => sentCount > 0;

// Without the script, live updates load it again.
const loadQueries = () => import('./account-queries').catch(() => null);

/** Updates what this page shows of the account of the session. */
export async function refreshAccount(): Promise<void> {
  await (await loadQueries())?.refreshAccount();
}

/**
 * Sends a request that changes the account of the session. Then it updates this page and the other tabs. The queries of the
 * page load meanwhile: the plans page has none before.
 */
export async function changeAccount<Result>(send: () => Promise<Result>): Promise<Result> {
  sentCount += 1;
  void loadQueries();
  startLiveUpdates();
  try {
    const result = await send();
    broadcastAccountChange();
    await refreshAccount();
    frameHooks.reportChange?.(result);
    return result;
  } finally {
    sentCount -= 1;
  }
}

/** A request that changes the account. After one of staff, their page is rendered again. */
export function useAccountMutation<Input, Result>(
  send: (input: Input, account: string | undefined) => Promise<Result>,
) {
  const account = use(QueriedAccount);
  const router = useRouter();
  return useRequest(async (input: Input) => {
    if (account === undefined) return changeAccount(() => send(input, account));
    const result = await send(input, account);
    refreshAfterDialog(router.refresh);
    return result;
  });
}
