'use client';

import { useEffect, useRef, useState } from 'react';
import { ChangePays } from '@/components/changes/change-pays';
import { ChangeSentence } from '@/components/changes/open-changes';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/date-text';
import { Quote } from '@/components/ui/inline-text';
import { NoScriptLink } from '@/components/ui/text-link';
import { historyPageSize, initialRowCount } from '@/lib/client/fetch-history';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { HistoryEntry } from '@/lib/contract/history';
import type { NextPrice } from '@/lib/pricing/next-prices';
import { CatalogChangeEntry } from './catalog-change-entry';
import { wholeHistory } from './feature-changes';
import type { HistoryRow } from './history-rows';
import { PriceChart } from './price-chart';
import { findPricePeriods, type PricePeriod } from './price-periods';
import { TimelineEntry } from './timeline-entry';
import { TimelineRow } from './timeline-row';
import { usePrinting } from './use-near-window';

/** A longer list renders the details of an entry when it is near the window. */
const maxRenderedRows = 50;

/** The pages of the history that are not loaded yet. */
export interface OlderEntries {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  load: () => void;
}

interface TimelineProps {
  /** The newest comes first. */
  rows: HistoryRow[];
  /** What the account paid, oldest first, also for rows that the filters hide. */
  periods: PricePeriod[];
  /** The number of all entries, and of those that are loaded. */
  total: number;
  loaded: number;
  /** Whether all rows are shown from the start. */
  showsAll: boolean;
  /** The change that is scheduled. It is null if there is none. */
  scheduled: AccountChangeBody | null;
  /** What the account's plan costs later. */
  nextPrices: NextPrice[];
  isOwner: boolean;
  older: OlderEntries;
}

/** Entries from newest to oldest. After the list grows, the first new entry gets the focus. */
export function Timeline(props: TimelineProps) {
  const { rows, periods, total, loaded, showsAll, scheduled, nextPrices, isOwner, older } = props;
  const history = usePageText('account').history;
  const now = useNow(60_000);
  const [expanded, setExpanded] = useState(showsAll);
  const [focusIndex, setFocusIndex] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const shown = expanded ? rows : rows.slice(0, initialRowCount);
  const isPrinting = usePrinting();
  const isLazy = shown.length > maxRenderedRows && !isPrinting;

  useEffect(() => {
    if (focusIndex === null || shown.length <= focusIndex) return;
    list.current
      ?.querySelectorAll(':scope > li:not([data-marker=scheduled])')
      [focusIndex]?.querySelector<HTMLElement>('h2')
      ?.focus();
    setFocusIndex(null);
  }, [focusIndex, shown.length]);

  const selectEntry = (entry: HistoryEntry) => {
    const index = rows.findIndex((row) => row.entry === entry && row.change === null);
    if (index >= shown.length) setExpanded(true);
    setFocusIndex(index);
  };
  const showMore = () => {
    setFocusIndex(shown.length);
    if (expanded) older.load();
    else setExpanded(true);
  };
  const isFirstPage = older.hasMore && loaded <= initialRowCount + 1;
  const allCount = isFirstPage ? total : rows.length;
  const allLoaded = !expanded && (isFirstPage || !older.hasMore);
  const nextCount = expanded ? Math.min(historyPageSize, total - loaded) : rows.length - shown.length;
  return (
    <>
      <PriceChart periods={periods} scheduled={scheduled} now={now} onSelect={selectEntry} />
      <ol ref={list} aria-label={history.list}>
        {scheduled && <ScheduledEntry change={scheduled} olderAt={rows[0]?.at} now={now} />}
        {shown.map(({ entry, change, addOns }, index) => {
          const olderAt = rows[index + 1]?.at;
          if (change) {
            const key = `${entry.history_id} ${entry.catalog_changes.indexOf(change)}`;
            return <CatalogChangeEntry key={key} {...{ change, entry, olderAt, now }} />;
          }
          return (
            <TimelineEntry
              key={entry.history_id}
              entry={entry}
              options={addOns}
              olderAt={olderAt}
              {...findPricePeriods(periods, entry)}
              nextPrices={entry.deactivated === null ? nextPrices : []}
              now={now}
              isOwner={isOwner}
              isLazy={isLazy}
            />
          );
        })}
      </ol>
      {(shown.length < rows.length || older.hasMore) && (
        <ShowMore
          label={allLoaded ? history.showAll(allCount) : history.showOlder(Math.max(nextCount, 1))}
          loading={expanded && older.isLoading}
          failed={older.hasFailed}
          url={showsAll ? null : wholeHistory}
          onShowMore={showMore}
        />
      )}
    </>
  );
}

interface ShowMoreProps {
  label: string;
  loading: boolean;
  failed: boolean;
  /** URL of the page with them, for browsers without JavaScript. It is null if it is this one. */
  url: string | null;
  onShowMore: () => void;
}

/** Shows or loads older entries. */
function ShowMore({ label, loading, failed, url, onShowMore }: ShowMoreProps) {
  const history = usePageText('account').history;
  return (
    <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6">
      <Button onClick={onShowMore} blocked={loading} className="noscript:hidden">
        {loading ? history.loadingOlder : label}
      </Button>
      {url && <NoScriptLink href={url}>{label}</NoScriptLink>}
      <p role="status" className="text-soft">
        {failed && !loading && history.olderFailed}
      </p>
    </div>
  );
}

interface ScheduledEntryProps {
  change: AccountChangeBody;
  /** Time of the row below this one. */
  olderAt: number | undefined;
  /** Unix seconds. It is null on the server and during hydration. */
  now: number | null;
}

/** The change that is scheduled, above the history. The line above the page cancels it. */
function ScheduledEntry({ change, olderAt, now }: ScheduledEntryProps) {
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
