'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { QueryProvider } from '@/components/ui/query-provider';
import { QueryStatus } from '@/components/ui/query-status';
import { Skeleton } from '@/components/ui/skeleton';
import type { PackedState } from '@/lib/client/packed-state';
import {
  noticesQueryOptions,
  openChangesQueryOptions,
  useAddOns,
  useNewestEntry,
  useVersionList,
} from '@/lib/client/queries';
import type { PlansData } from './plans-data';

interface PlansQueriesProps {
  /** What the server has loaded. */
  state: PackedState;
  hasAccount: boolean;
  onData: (data: PlansData) => void;
}

/** Keeps the data of the plans page current, and shows the states of its query. It is loaded on demand. */
export function PlansQueries({ state, ...props }: PlansQueriesProps) {
  return (
    <QueryProvider state={state}>
      <Queries {...props} />
    </QueryProvider>
  );
}

function Queries({ hasAccount, onData }: Omit<PlansQueriesProps, 'state'>) {
  const { pricing } = useText();
  const query = useVersionList();
  const list = query.data;
  const { data: newestEntry } = useNewestEntry({ enabled: hasAccount });
  const { data: addOns } = useAddOns({
    enabled: hasAccount && list?.data.optional_features_available === true,
  });
  const { data: changes } = useQuery({ ...openChangesQueryOptions(), enabled: hasAccount });
  const { data: notices } = useQuery({ ...noticesQueryOptions(), enabled: hasAccount });
  useEffect(
    () => onData({ list, newestEntry, addOns, changes, notices }),
    [onData, list, newestEntry, addOns, changes, notices],
  );
  return (
    <QueryStatus title={pricing.failed} query={query}>
      <PlansSkeleton />
    </QueryStatus>
  );
}

const skeletonColumns = ['one', 'two', 'three', 'four'];
const skeletonLines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Has the columns and heights of `PlanGrid` to avoid a layout shift. */
function PlansSkeleton() {
  const { ui } = useText();
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-x-8 middle:grid-cols-2 wide:grid-cols-4">
      <span role="status" className="sr-only">
        {ui.loading}
      </span>
      {skeletonColumns.map((column) => (
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
            {skeletonLines.map((line) => (
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
