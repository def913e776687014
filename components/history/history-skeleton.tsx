'use client';

import { useText } from '@/components/text/text-provider';
import { Skeleton } from '@/components/ui/skeleton';

const entries = [0, 1, 2];

/** The tracks of the timeline, with bars where its words will stand. */
export function HistorySkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" role="status" aria-label={ui.loading}>
      {entries.map((entry) => (
        <div
          key={entry}
          className="grid grid-cols-[1.75rem_minmax(0,1fr)] pb-16 wide:grid-cols-[14rem_2.5rem_minmax(0,1fr)]"
        >
          <Skeleton className="col-start-2 h-4 w-40 wide:col-start-1 wide:row-start-1" />
          <div className="col-start-2 wide:col-start-3 wide:row-start-1">
            <Skeleton className="mt-2 h-6 w-36 wide:mt-1" />
            <Skeleton className="mt-3 h-4 w-full max-w-96" />
            <Skeleton className="mt-6 h-4 w-64" />
            <Skeleton className="mt-2 h-4 w-56" />
          </div>
        </div>
      ))}
    </div>
  );
}
