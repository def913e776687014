'use client';

import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useMemo, useState } from 'react';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { getQueryClient } from '@/lib/client/query-client';
import { QueriedAccount } from '@/lib/client/use-read';

interface QueryProviderProps {
  /** The ID of the account that staff act for. Default: that of the `QueryProvider` around it, else the session's account. */
  account?: string;
  /** What the server has loaded. */
  state?: PackedState;
  children: ReactNode;
}

/** Provides the query client of the page load for an account, which all of these share. */
export function QueryProvider({ account: given, state, children }: QueryProviderProps) {
  const inherited = use(QueriedAccount);
  const account = given ?? inherited;
  const [client] = useState(() => getQueryClient(account));
  const unpacked = useMemo(() => (state === undefined ? undefined : unpack(state)), [state]);
  return (
    <QueriedAccount value={account}>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={unpacked}>{children}</HydrationBoundary>
      </QueryClientProvider>
    </QueriedAccount>
  );
}
