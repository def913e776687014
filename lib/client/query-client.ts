import { QueryClient } from '@tanstack/react-query';
import { isRetryable } from './api-request';
import { usedQueryClient } from './live-updates';

/** The query client of this page load. On the server, a new one for each call. */
export function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  usedQueryClient.current ??= createQueryClient();
  return usedQueryClient.current;
}

/** Creates a query client, on the server one per request. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
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
