'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { frameHooks } from './frame-hooks';
import { broadcastAccountChange } from './live-updates';
import { getQueriedAccount } from './query-client';
import * as queryKeys from './query-keys';
import { useRequest } from './use-request';

/** Refetches what a switch or a change of an add-on changes. The page shows the old data until the new data arrives. */
export async function invalidateAccount(queryClient: QueryClient): Promise<void> {
  const keys = Object.values(queryKeys);
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

type SendChange<Result> = (account: string | undefined) => Promise<Result>;

let sentCount = 0;

/** Whether a request of this page changes the account, and updates the queries afterwards. */
export const isChangingAccount = () => sentCount > 0;

/** Sends a request that changes the account. Then it updates this page and the other tabs. Those of staff are not on the account. */
export async function changeAccount<Result>(
  queryClient: QueryClient,
  send: SendChange<Result>,
): Promise<Result> {
  const account = getQueriedAccount(queryClient);
  sentCount += 1;
  try {
    const result = await send(account);
    if (account === undefined) broadcastAccountChange();
    await invalidateAccount(queryClient);
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
  const queryClient = useQueryClient();
  const router = useRouter();
  return useRequest(async (input: Input) => {
    const result = await changeAccount(queryClient, (account) => send(input, account));
    if (getQueriedAccount(queryClient) !== undefined) router.refresh();
    return result;
  });
}
