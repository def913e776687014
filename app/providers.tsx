'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState } from 'react';
import { useEarlyInput } from '@/components/early/use-early-input';
import { TextProvider, type TextProviderProps } from '@/components/text/text-provider';
import { makeQueryClient } from '@/lib/client/query-client';

export function Providers(props: TextProviderProps) {
  useEarlyInput();
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <TextProvider {...props} />
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
