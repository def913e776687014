'use client';

import { useText } from '@/components/text/text-provider';
import { Skeleton } from '@/components/ui/skeleton';

const rows = Array.from({ length: 12 }, (_, at) => at);

/** The tracks and heights of what is to come. */
export function ComparisonSkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" role="status" aria-label={ui.loading}>
      <Skeleton className="mt-6 h-11 w-full narrow:w-72" />
      <div className="mt-24 border-t-2 border-line">
        {rows.map((row) => (
          <div key={row} className="flex gap-6 border-b border-line py-3">
            <Skeleton className="h-4 w-[28%]" />
            <Skeleton className="h-4 grow" />
          </div>
        ))}
      </div>
    </div>
  );
}
