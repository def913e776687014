import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountFeatures } from '@/lib/contract/features';
import { type ApiConnection, requestFeatures } from './has-feature';
import { featuresQueryKey } from './query-keys';

/** The features of the account: of the connection's, or without one of the user who is signed in at this origin. */
export function featuresQueryOptions(connection?: ApiConnection) {
  return queryOptions({
    queryKey: [...featuresQueryKey, connection?.baseUrl ?? null, connection?.accountId ?? null],
    queryFn: ({ signal }) => requestFeatures<AccountFeatures>('', connection, signal),
    // A switch in a tab of another origin is not announced here. The user comes back from there to this tab.
    staleTime: 0,
  });
}

/** A feature of the account with its amounts, as `data`. `data` is null if the account does not have it. */
export function useFeature(humanId: string, connection?: ApiConnection) {
  return useQuery({
    ...featuresQueryOptions(connection),
    select: ({ payload }) => payload.find(({ id }) => id === humanId) ?? null,
  });
}
