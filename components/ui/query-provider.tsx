'use client';

import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { getQueryClient } from '@/lib/client/query-client';

/** The ID of the account that staff act for in this part of the page. Undefined for the session's account. */
export const QueriedAccount = createContext<string | undefined>(undefined);

interface QueryProviderProps {
  /** What the server has loaded. */
  state?: PackedState;
  children: ReactNode;
}

/** Provides the query client of the page load, which all of these share, or that of a `QueriedAccount`. */
export function QueryProvider({ state, children }: QueryProviderProps) {
  const account = use(QueriedAccount);
  const [client] = useState(() => getQueryClient(account));
  const unpacked = useMemo(() => (state === undefined ? undefined : unpack(state)), [state]);
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={unpacked}>{children}</HydrationBoundary>
    </QueryClientProvider>
  );
}
