import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { broadcastAccountChange } from './live-updates';
import { invalidateAccount } from './queries';

/** Updates this page and the other tabs after a switch or a change of an add-on. */
export async function publishAccountChange(queryClient: QueryClient): Promise<void> {
  broadcastAccountChange();
  await invalidateAccount(queryClient);
}

/**
 * Options of a mutation that changes the account. Not optimistic, and never paused: React Query would send a paused
 * mutation on reconnect.
 */
export function accountChangeMutationOptions<Input, Result>(
  queryClient: QueryClient,
  mutationFn: (input: Input) => Promise<Result>,
) {
  return mutationOptions({
    mutationFn,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    onSuccess: () => publishAccountChange(queryClient),
  });
}
