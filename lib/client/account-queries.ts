import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { renderedPage } from './live-updates';
import {
  addOnsQueryOptions,
  newestEntryQueryOptions,
  noticesQueryOptions,
  openChangesQueryOptions,
  versionListQueryOptions,
} from './queries';
import { createQueryClient, getQueryClient } from './query-client';
import * as queryKeys from './query-keys';

/** Loads again what a switch or a change of an add-on changes. The page shows the old data until the new data arrives. */
export async function invalidateAccount(queryClient: QueryClient): Promise<void> {
  const keys = Object.values(queryKeys);
  await Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    renderedPage.current?.render(),
  ]);
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

/** Updates what the page shows after a change. Queries that it has not used yet are loaded. */
export async function refreshAccount(): Promise<void> {
  const client = getQueryClient();
  const isUnused = client.getQueryState(queryKeys.versionListQueryKey) === undefined;
  const loadUnused = () =>
    renderedPage.current ? client.prefetchQuery(openChangesQueryOptions()) : loadAccount(client);
  await Promise.all([invalidateAccount(client), isUnused && loadUnused()]);
}

/** Adds the queries with their data: a query without data would replace what the page shows. */
async function loadAccount(client: QueryClient): Promise<void> {
  const loaded = createQueryClient();
  await prefetchAccount(loaded);
  hydrate(client, dehydrate(loaded));
}
