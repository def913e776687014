'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useHydrationReplay } from '@/components/hydration-replay/use-hydration-replay';
import { TextProvider, type TextProviderProps } from '@/components/i18n/text-provider';
import { createQueryClient } from '@/lib/client/query-client';

export function Providers(props: TextProviderProps) {
  useHydrationReplay();
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TextProvider {...props} />
    </QueryClientProvider>
  );
}
