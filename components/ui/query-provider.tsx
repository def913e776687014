'use client';

import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getQueryClient } from '@/lib/client/query-client';

interface QueryProviderProps {
  /** What the server has loaded. */
  state?: DehydratedState;
  children: ReactNode;
}

/** Provides the query client of the page load, which all of these share. */
export function QueryProvider({ state, children }: QueryProviderProps) {
  const [client] = useState(getQueryClient);
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  );
}
