'use client';

import { useRouter } from 'next/navigation';
import { use } from 'react';
import { frameHooks } from './frame-hooks';
import { broadcastAccountChange, startLiveUpdates } from './live-updates';
import { QueriedAccount } from './use-read';
import { useRequest } from './use-request';

let sentCount = 0;

/** Whether a request of this page changes the account, and updates the queries afterwards. */
export const isChangingAccount = () => sentCount > 0;

/**
 * Sends a request that changes the account. Then it updates this page and the other tabs. Those of staff are not on the account.
 * The queries of the page load meanwhile: the plans page has none before.
 */
export async function changeAccount<Result>(
  account: string | undefined,
  send: () => Promise<Result>,
): Promise<Result> {
  sentCount += 1;
  // Without it, live updates load the script again.
  const queries = import('./account-queries').catch(() => null);
  if (account === undefined) startLiveUpdates();
  try {
    const result = await send();
    if (account === undefined) broadcastAccountChange();
    await (await queries)?.refreshAccount(account);
    frameHooks.reportChange?.(result);
    return result;
  } finally {
    sentCount -= 1;
  }
}

/** A request that changes the account. A page that the server renders for staff is rendered again. */
export function useAccountMutation<Input, Result>(
  send: (input: Input, account: string | undefined) => Promise<Result>,
) {
  const account = use(QueriedAccount);
  const router = useRouter();
  return useRequest(async (input: Input) => {
    const result = await changeAccount(account, () => send(input, account));
    if (account !== undefined) router.refresh();
    return result;
  });
}
