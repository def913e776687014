import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { broadcastAccountChange } from './live-updates';
import { getQueriedAccount } from './query-client';
import * as queryKeys from './query-keys';

/** Refetches what a switch or a change of an add-on changes. The page shows the old data until the new data arrives. */
export async function invalidateAccount(queryClient: QueryClient): Promise<void> {
  const keys = Object.values(queryKeys);
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Updates this page and the other tabs after a switch or a change of an add-on. Other tabs of staff are not on the account. */
async function publishAccountChange(queryClient: QueryClient): Promise<void> {
  if (getQueriedAccount(queryClient) === undefined) broadcastAccountChange();
  await invalidateAccount(queryClient);
}

/**
 * Options of a mutation that changes the account. Not optimistic, and never paused: React Query would send a paused
 * mutation on reconnect.
 */
export function accountChangeMutationOptions<Input, Result>(
  queryClient: QueryClient,
  mutationFn: (input: Input, account: string | undefined) => Promise<Result>,
) {
  return mutationOptions({
    mutationFn: (input: Input) => mutationFn(input, getQueriedAccount(queryClient)),
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    onSuccess: () => publishAccountChange(queryClient),
  });
}
