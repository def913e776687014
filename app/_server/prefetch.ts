import { type dataTagSymbol, dehydrate, type QueryKey } from '@tanstack/react-query';
import type { Histories } from '@/lib/client/fetch-history';
import { type PackedState, pack } from '@/lib/client/packed-state';
import { addOnsQueryOptions, noticesQueryOptions, versionListQueryOptions } from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import { openChangesQueryKey } from '@/lib/client/query-keys';
import type { getPageContext } from './page-context';

type Page = Awaited<ReturnType<typeof getPageContext>>;
interface Prefetch {
  queryKey: QueryKey;
  load: () => Promise<unknown>;
}

/** The state of queries that the server has run. The browser repeats one that fails here, and shows its error. */
async function prefetch({ renderedAt }: Page, ...queries: Prefetch[]): Promise<PackedState> {
  const queryClient = createQueryClient();
  const loaded = await Promise.all(queries.map((query) => query.load().catch(() => undefined)));
  for (const [index, { queryKey }] of queries.entries()) {
    queryClient.setQueryData(queryKey, loaded[index], { updatedAt: renderedAt });
  }
  const { queries: dehydrated, ...state } = dehydrate(queryClient);
  return pack({ ...state, queries: dehydrated.map((query) => ({ ...query, dehydratedAt: renderedAt })) });
}

/** A query of the browser that the server runs. */
function loadFor<Data>(
  { queryKey }: { queryKey: QueryKey & { [dataTagSymbol]?: Data } },
  load: () => Promise<NoInfer<Data>>,
): Prefetch {
  return { queryKey, load };
}

/** What the provider changed for the account. */
export const notices = (page: Page) => loadFor(noticesQueryOptions(), page.listNotices);

const openChanges = (page: Page) => loadFor({ queryKey: openChangesQueryKey }, page.listOpenChanges);

/** The first pages of the histories of the account and of its add-ons. `limit` is for that of the account. */
export async function readHistories(
  page: Pick<Page, 'listHistory' | 'listAddOnHistory'>,
  limit?: number,
): Promise<Histories> {
  const [plans, addOns] = await Promise.all([page.listHistory(limit), page.listAddOnHistory()]);
  return { plans, addOns };
}

/** The list of plans, and for an account its add-ons and open changes. */
export function prefetchPlans(page: Page, ...queries: Prefetch[]): Promise<PackedState> {
  const hasAccount = page.currentUser.account !== null;
  return prefetch(
    page,
    loadFor(versionListQueryOptions(), page.listVersions),
    ...(hasAccount
      ? [loadFor(addOnsQueryOptions(), () => page.listAddOns()), openChanges(page), ...queries]
      : []),
  );
}
