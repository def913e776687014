'use client';

import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { getQueryClient } from '@/lib/client/query-client';

interface QueryProviderProps {
  /** What the server has loaded. */
  state?: PackedState;
  children: ReactNode;
}

/** Provides the query client of the page load, which all of these share. */
export function QueryProvider({ state, children }: QueryProviderProps) {
  const [client] = useState(getQueryClient);
  const unpacked = useMemo(() => (state === undefined ? undefined : unpack(state)), [state]);
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={unpacked}>{children}</HydrationBoundary>
    </QueryClientProvider>
  );
}
