'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { TextProvider } from '@/components/text/text-provider';
import { makeQueryClient } from '@/lib/client/query-client';
import type { Clock } from '@/lib/format/dates';

export function Providers({ locale, timeZone, children }: Clock & { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <TextProvider locale={locale} timeZone={timeZone}>
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </QueryClientProvider>
    </TextProvider>
  );
}
