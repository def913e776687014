'use client';

import { ChangePays } from '@/components/changes/change-pays';
import { ChangeSentence } from '@/components/changes/open-changes';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Quote } from '@/components/ui/inline-text';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { TimelineRow } from './timeline-row';

interface ScheduledEntryProps {
  change: AccountChangeBody;
  /** Time of the row below this one. */
  olderAt: number | undefined;
  /** Unix seconds. It is null on the server and during hydration. */
  now: number | null;
}

/** The change that is scheduled, above the history. The line above the page cancels it. */
export function ScheduledEntry({ change, olderAt, now }: ScheduledEntryProps) {
  const text = usePageText('account').changes;
  const { effective_at: at, version, optional_feature: addOn, created_by: by, reason } = change;
  if (at === null) return null;
  return (
    <TimelineRow at={at} olderAt={olderAt} now={now} marker="scheduled">
      <div className="col-start-2 wide:col-start-3 wide:row-start-1 phone:pb-4">
        <h2 tabIndex={-1} className="text-head text-soft">
          <CatalogText>{addOn?.title ?? version.title}</CatalogText>
        </h2>
        <p className="mt-3 phone:mt-0">
          <ChangeSentence change={change} />
        </p>
        <p className="figures text-small">
          <ChangePays change={change} />
        </p>
        <p className="text-small text-soft">
          {interpolate(text.scheduledBy, [<bdi key="person">{by.name}</bdi>])}
        </p>
        {reason !== null && <Quote className="text-small">{reason}</Quote>}
      </div>
    </TimelineRow>
  );
}
