'use client';

import { useText } from '@/components/text/text-provider';
import { SectionError } from '@/components/ui/section-error';
import { StaleNote } from '@/components/ui/stale-note';
import { useVersionList } from '@/lib/client/version-list';
import { ComparisonSkeleton } from './comparison-skeleton';
import { ComparisonView } from './comparison-view';

/** The comparison of this caller's plans, in whichever state their list is. */
export function Comparison() {
  const { comparison } = useText();
  const list = useVersionList();
  const retry = () => void list.refetch();
  if (list.isPending) return <ComparisonSkeleton />;
  if (!list.data) {
    return (
      <SectionError title={comparison.failed} error={list.error} retrying={list.isFetching} onRetry={retry} />
    );
  }
  return (
    <>
      {list.isRefetchError && <StaleNote updatedAt={list.dataUpdatedAt} onRetry={retry} />}
      <ComparisonView data={list.data.data} />
    </>
  );
}
