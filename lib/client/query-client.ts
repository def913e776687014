import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './failures';

/** What one page load keeps. On the server one for each request, in the browser one for the whole visit. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the server rendered is fresh: no second request for it right after hydration.
        staleTime: 30_000,
        // Asked even where the browser believes itself offline, so that a failure is told and not waited out.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 800,
      },
      // A switch that waits for the network would fire when nobody expects it any more.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
