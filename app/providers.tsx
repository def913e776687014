'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState } from 'react';
import { TextProvider, type TextProviderProps } from '@/components/text/text-provider';
import { makeQueryClient } from '@/lib/client/query-client';

export function Providers(props: TextProviderProps) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <TextProvider {...props} />
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
