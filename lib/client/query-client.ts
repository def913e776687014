import { QueryClient } from '@tanstack/react-query';
import { isRetryable } from './api-request';
import { usedQueryClient } from './live-updates';

declare module '@tanstack/react-query' {
  interface Register {
    /** The account that staff act for. */
    queryMeta: { account?: string };
  }
}

/** The query clients of this page load for accounts that staff act for, by account ID. */
const accountClients = new Map<string, QueryClient>();

/**
 * The query client of this page load, for the session's account or for one that staff act for. On the server, a new one
 * for each call.
 */
export function getQueryClient(account?: string): QueryClient {
  if (typeof window === 'undefined') return createQueryClient(account);
  if (account === undefined) {
    usedQueryClient.current ??= createQueryClient();
    return usedQueryClient.current;
  }
  const client = accountClients.get(account) ?? createQueryClient(account);
  accountClients.set(account, client);
  return client;
}

/** Creates a query client, on the server one per request. */
export function createQueryClient(account?: string): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...(account !== undefined && { meta: { account } }),
        // Prevents a refetch of server-rendered data right after hydration.
        staleTime: 30_000,
        // Send requests while offline too, so that they fail at once instead of being paused.
        networkMode: 'always',
        retry: (failureCount, error) => failureCount < 1 && isRetryable(error),
        retryDelay: 800,
      },
    },
  });
}
