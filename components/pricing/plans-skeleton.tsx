'use client';

import { useText } from '@/components/text/text-provider';
import { Skeleton } from '@/components/ui/skeleton';

const columns = ['one', 'two', 'three', 'four'];
const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The board before it is there: the same tracks and heights, so that nothing moves. */
export function PlansSkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-x-8 middle:grid-cols-2 wide:grid-cols-4">
      <span role="status" className="sr-only">
        {ui.loading}
      </span>
      {columns.map((column) => (
        <div key={column} className="border-t-2 border-line pt-3 pb-16">
          <div className="h-5" />
          <Skeleton className="mt-2 mb-1 h-6 w-24" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-2/3" />
          <Skeleton className="mt-11 h-12 w-28" />
          <Skeleton className="mt-4 h-4 w-24" />
          <div className="mt-7 border-line border-t py-2">
            <Skeleton className="h-4 w-16" />
          </div>
          <Skeleton className="mt-5 h-11 w-full middle:w-36" />
          <Skeleton className="mt-11 mb-3 h-4 w-40" />
          <div className="border-line border-b">
            {lines.map((line) => (
              <div key={line} className="border-t border-line py-2.5">
                <Skeleton className="h-4 w-3/4" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
