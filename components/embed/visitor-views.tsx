'use client';

import { useMemo } from 'react';
import { AddOnsContent } from '@/components/add-ons/add-ons-view';
import { ComparisonContent } from '@/components/comparison/comparison-view';
import { CatalogTexts } from '@/components/i18n/catalog-text';
import { useNamedPlans } from '@/components/pricing/use-plan-names';
import { type PackedState, unpack } from '@/lib/client/packed-state';
import { versionListQueryKey } from '@/lib/client/query-keys';
import type { VersionList } from '@/lib/contract/versions';

// What visitors see in a frame, without requests: these would be for the app of the host name.

interface VisitorViewProps {
  state: PackedState;
}

function useList(state: PackedState): VersionList['data'] | undefined {
  const list = useMemo(() => {
    // `readPlansData` would become a module of its own in the script of the plans page.
    const [key] = versionListQueryKey;
    const loaded = unpack(state).queries.find(({ queryKey }) => queryKey[0] === key);
    return loaded?.state.data as VersionList | undefined;
  }, [state]);
  return useNamedPlans(list?.data);
}

const visitor = { signedIn: false, demo: false };

export function VisitorComparison({ state }: VisitorViewProps) {
  const data = useList(state);
  return (
    <div className="measure">
      {data && (
        <CatalogTexts of={data}>
          <ComparisonContent data={data} addOns={undefined} user={visitor} />
        </CatalogTexts>
      )}
    </div>
  );
}

export function VisitorAddOns({ state }: VisitorViewProps) {
  const data = useList(state);
  return (
    <div className="measure">
      {data && (
        <CatalogTexts of={data}>
          <AddOnsContent data={data} addOns={null} />
        </CatalogTexts>
      )}
    </div>
  );
}
