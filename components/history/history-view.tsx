'use client';

import { useText } from '@/components/text/text-provider';
import { SectionError } from '@/components/ui/section-error';
import { StaleNote } from '@/components/ui/stale-note';
import { TextLink } from '@/components/ui/text-link';
import { addresses } from '@/lib/client/addresses';
import { useHistory } from '@/lib/client/history';
import { HistorySkeleton } from './history-skeleton';
import { Timeline } from './timeline';

/** The account's history, in whichever state it is. */
export function HistoryView() {
  const text = useText();
  const history = useHistory();
  const retry = () => void history.refetch();
  if (history.isPending) return <HistorySkeleton />;
  if (!history.data) {
    return (
      <SectionError
        title={text.history.failed}
        error={history.error}
        retrying={history.isFetching}
        onRetry={retry}
      />
    );
  }
  const entries = history.data.pages.flatMap((page) => page.payload);
  if (entries.length === 0) return <NoChanges />;
  return (
    <>
      {history.isRefetchError && <StaleNote updatedAt={history.dataUpdatedAt} onRetry={retry} />}
      <Timeline
        entries={entries}
        older={{
          more: history.hasNextPage,
          loading: history.isFetchingNextPage,
          failed: history.isFetchNextPageError,
          load: () => history.fetchNextPage(),
        }}
      />
    </>
  );
}

function NoChanges() {
  const { empty } = useText().history;
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{empty.title}</h2>
      <p className="mt-2 mb-6 max-w-[60ch] text-soft">{empty.body}</p>
      <TextLink href={addresses.plans()}>{empty.action}</TextLink>
    </div>
  );
}
