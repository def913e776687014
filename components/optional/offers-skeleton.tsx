'use client';

import { useText } from '@/components/text/text-provider';
import { Skeleton } from '@/components/ui/skeleton';

const rows = [0, 1, 2, 3, 4];

export function OffersSkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" role="status" aria-label={ui.loading} className="border-t-2 border-line pt-3">
      {rows.map((row) => (
        <div key={row} className="flex justify-between gap-8 border-b border-line py-5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
