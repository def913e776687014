import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountFeatures } from '@/lib/contract/features';
import { requestApi } from './api-request';
import { featuresQueryKey } from './query-keys';

/** Where the API is, and the key to send. An app key needs the account that it acts for. */
interface ApiConnection {
  /** Such as `https://plans.example.com/api`. */
  baseUrl: string;
  key: string;
  accountId?: string;
}

/** The features of the account: of the connection's, or without one of the user who is signed in at this origin. */
export function featuresQueryOptions(connection?: ApiConnection) {
  return queryOptions({
    queryKey: [...featuresQueryKey, connection?.baseUrl ?? null, connection?.accountId ?? null],
    queryFn: ({ signal }) => requestFeatures(signal, connection),
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

/** At this origin, it uses the session. */
function requestFeatures(signal: AbortSignal, connection?: ApiConnection): Promise<AccountFeatures> {
  const { baseUrl = '/api', key, accountId } = connection ?? {};
  const headers = { Authorization: key && `Bearer ${key}`, 'X-Account-Id': accountId };
  return requestApi<AccountFeatures>(`${baseUrl}/account/features`, { headers, signal });
}
