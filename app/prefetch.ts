import { type dataTagSymbol, dehydrate, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Histories } from '@/lib/client/fetch-history';
import type { NewestIds } from '@/lib/client/live-updates';
import { type PackedState, pack } from '@/lib/client/packed-state';
import { addOnsQueryOptions, noticesQueryOptions, versionListQueryOptions } from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import { openChangesQueryKey } from '@/lib/client/query-keys';
import type { getPageContext } from './page-context';

type Page = Awaited<ReturnType<typeof getPageContext>>;
type Prefetch = (queryClient: QueryClient) => Promise<unknown>;

/** The state of queries that the server has run. The browser repeats one that fails here, and shows its error. */
async function prefetch(...queries: Prefetch[]): Promise<PackedState> {
  const queryClient = createQueryClient();
  await Promise.all(queries.map((run) => run(queryClient)));
  return pack(dehydrate(queryClient));
}

/** Runs a query of the browser on the server, with `queryFn`. */
function respondTo<Data>(
  { queryKey }: { queryKey: QueryKey & { [dataTagSymbol]?: Data } },
  queryFn: () => Promise<NoInfer<Data>>,
): Prefetch {
  return (queryClient) => queryClient.prefetchQuery({ queryKey, queryFn, retry: false });
}

/** What the provider changed for the account. */
export const notices = (page: Page) => respondTo(noticesQueryOptions(), page.listNotices);

const openChanges = (page: Page) => respondTo({ queryKey: openChangesQueryKey }, page.listOpenChanges);

/** The first pages of the histories of the account and of its add-ons. */
export async function readHistories(
  page: Pick<Page, 'listHistory' | 'listAddOnHistory'>,
  input?: { limit: number },
): Promise<Histories> {
  const [plans, addOns] = await Promise.all([page.listHistory(input), page.listAddOnHistory(input)]);
  return { plans, addOns };
}

export function getNewestIds({ plans, addOns }: Histories): NewestIds {
  return { version: plans.payload[0]?.history_id ?? null, option: addOns.payload[0]?.history_id ?? null };
}

/** The list of plans, and for an account its add-ons and open changes. */
export function prefetchPlans(page: Page, ...queries: Prefetch[]): Promise<PackedState> {
  const hasAccount = page.currentUser.account !== null;
  return prefetch(
    respondTo(versionListQueryOptions(), page.listVersions),
    ...(hasAccount
      ? [respondTo(addOnsQueryOptions(), () => page.listAddOns()), openChanges(page), ...queries]
      : []),
  );
}
