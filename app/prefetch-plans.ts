import { dehydrate } from '@tanstack/react-query';
import { type PackedState, pack } from '@/lib/client/packed-state';
import { addOnsQueryOptions, newestEntryQueryOptions, versionListQueryOptions } from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import { openChangesQueryKey } from '@/lib/client/query-keys';
import type { getPageContext } from './page-context';

/**
 * Loads the list of plans, and for an account its add-ons, what waits and, with `newestEntry`, its newest history entry. The
 * browser repeats a query that fails here, and shows its error.
 */
export async function prefetchPlans(
  page: Awaited<ReturnType<typeof getPageContext>>,
  { newestEntry = false } = {},
): Promise<PackedState> {
  const { account } = page.currentUser;
  const queryClient = createQueryClient();
  await Promise.all([
    queryClient.prefetchQuery({ ...versionListQueryOptions(), queryFn: page.listVersions, retry: false }),
    account &&
      queryClient.prefetchQuery({
        ...addOnsQueryOptions(),
        queryFn: () => page.listAddOns(),
        retry: false,
      }),
    account &&
      queryClient.prefetchQuery({
        queryKey: openChangesQueryKey,
        queryFn: page.listOpenChanges,
        retry: false,
      }),
    account &&
      newestEntry &&
      queryClient.prefetchQuery({
        ...newestEntryQueryOptions(),
        queryFn: async () => (await page.listHistory({ limit: 1 })).payload[0] ?? null,
        retry: false,
      }),
  ]);
  return pack(dehydrate(queryClient));
}
