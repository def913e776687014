import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import {
  addOnsQueryOptions,
  newestEntryQueryOptions,
  noticesQueryOptions,
  openChangesQueryOptions,
  versionListQueryOptions,
} from './queries';
import { createQueryClient, getQueryClient } from './query-client';
import * as queryKeys from './query-keys';

/** Refetches what a switch or a change of an add-on changes. The page shows the old data until the new data arrives. */
export async function invalidateAccount(queryClient: QueryClient): Promise<void> {
  const keys = Object.values(queryKeys);
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Loads what the plans page shows. A query that fails shows its error where it is used. */
export async function prefetchAccount(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(versionListQueryOptions()),
    client.prefetchQuery(addOnsQueryOptions()),
    client.prefetchQuery(newestEntryQueryOptions()),
    client.prefetchQuery(openChangesQueryOptions()),
    client.prefetchQuery(noticesQueryOptions()),
  ]);
}

/** Updates the queries of this page load after a change. Those of a plans page that has none yet are loaded. */
export async function refreshAccount(account: string | undefined): Promise<void> {
  const client = getQueryClient(account);
  const isUnused = client.getQueryState(queryKeys.versionListQueryKey) === undefined;
  await Promise.all([invalidateAccount(client), account === undefined && isUnused && loadAccount(client)]);
}

/** Adds the queries with their data: a query without data would replace what the page shows. */
async function loadAccount(client: QueryClient): Promise<void> {
  const loaded = createQueryClient();
  await prefetchAccount(loaded);
  hydrate(client, dehydrate(loaded));
}
