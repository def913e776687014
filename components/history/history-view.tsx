'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/date-text';
import { EmptyState } from '@/components/ui/empty-state';
import { CheckField } from '@/components/ui/form-fields';
import { LoadError, StaleDataNotice } from '@/components/ui/load-error';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { historyPageSize, useAddOnHistory, useHistory } from '@/lib/client/history';
import { historyFilters, historySearchParams, pageUrls } from '@/lib/client/page-urls';
import { openChangesQueryOptions } from '@/lib/client/queries';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';
import { AddOnEntries, groupAddOnEntries } from './add-on-entries';
import { CatalogChangeEntry, isVisibleChange } from './catalog-change-entry';
import { PriceChart } from './price-chart';
import { findPricePeriods, listPricePeriods } from './price-periods';
import { ScheduledEntry } from './scheduled-entry';
import { TimelineEntry } from './timeline-entry';
import { useHistoryText } from './use-history-text';

interface HistoryViewProps {
  isOwner: boolean;
  /** The title of the app, whose provider changes plans. */
  provider: string;
}

/** Loads the account's history and shows it as a timeline. Owners can undo the newest switch. */
export function HistoryView({ isOwner, provider }: HistoryViewProps) {
  const historyText = useHistoryText();
  const history = useHistory();
  const addOnHistory = useAddOnHistory();
  const { data: changes } = useQuery(openChangesQueryOptions());
  const { hasNextPage: hasOlderAddOns, fetchNextPage: fetchOlderAddOns } = addOnHistory;
  // Older changes of add-ons are shown with the plans, so all of them are loaded.
  useEffect(() => {
    if (hasOlderAddOns) void fetchOlderAddOns();
  }, [hasOlderAddOns, fetchOlderAddOns]);
  const { ui } = useText();
  const [{ show }, setSearchParams] = useSearchParams(historySearchParams);
  if (history.isPending) return <HistorySkeleton />;
  if (!history.data) return <LoadError title={historyText.failed} query={history} />;
  const entries = history.data.pages.flatMap((page) => page.payload);
  const options = addOnHistory.data?.pages.flatMap((page) => page.payload) ?? [];
  if (entries.length === 0) {
    const { title, body, action } = historyText.empty;
    return (
      <EmptyState title={title} body={body}>
        <TextLink href={pageUrls.plans()}>{action}</TextLink>
      </EmptyState>
    );
  }
  return (
    <>
      {options.length > 0 && (
        <HistoryFilter shown={show} onChange={(next) => setSearchParams({ show: next })} />
      )}
      {addOnHistory.error && (
        <p role="status" className="pb-4 text-small text-soft">
          {historyText.options.failed}{' '}
          <TextButton className="text-ink" onClick={() => void addOnHistory.refetch()}>
            {ui.retry}
          </TextButton>
        </p>
      )}
      <StaleDataNotice query={history} />
      {show === 'options' && <AddOnEntries entries={options} plans={entries} />}
      {show !== 'options' && (
        <Timeline
          entries={entries}
          options={options}
          showsOptions={show === 'all'}
          scheduled={changes?.payload.find(({ state }) => state === 'scheduled') ?? null}
          isOwner={isOwner}
          provider={provider}
          older={{
            hasMore: history.hasNextPage,
            isLoading: history.isFetchingNextPage,
            hasFailed: history.isFetchNextPageError,
            load: () => history.fetchNextPage(),
          }}
        />
      )}
    </>
  );
}

interface HistoryFilterProps {
  shown: (typeof historyFilters)[number];
  onChange: (shown: (typeof historyFilters)[number]) => void;
}

/** Selects the changes to show. */
function HistoryFilter({ shown, onChange }: HistoryFilterProps) {
  const { options } = useHistoryText();
  return (
    <fieldset className="screen-only pb-6">
      <legend className="sr-only">{options.filter}</legend>
      <div className="flex flex-wrap gap-x-6">
        {historyFilters.map((filter) => (
          <CheckField
            key={filter}
            type="radio"
            name="show"
            value={filter}
            checked={filter === shown}
            onChange={() => onChange(filter)}
          >
            {options.filters[filter]}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

const initialEntryCount = 12;

/** The pages of the history that are not loaded yet. */
interface OlderEntries {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  load: () => Promise<unknown>;
}

interface TimelineProps {
  entries: HistoryEntry[];
  /** Changes of add-ons, newest first. */
  options: AddOnHistoryEntry[];
  /** Shows them with the plan that was active. */
  showsOptions: boolean;
  /** The change that is scheduled. Null if there is none. */
  scheduled: AccountChangeBody | null;
  isOwner: boolean;
  provider: string;
  older: OlderEntries;
}

/** A switch, or with `change` a change of the plan by the provider. */
interface Row {
  entry: HistoryEntry;
  change: CatalogChange | null;
  at: number;
}

/** Newest first. */
function listRows(entries: HistoryEntry[]): Row[] {
  return entries.flatMap((entry) => [
    ...entry.catalog_changes
      .filter(isVisibleChange)
      .map((change) => ({ entry, change, at: change.changed_at }))
      .toReversed(),
    { entry, change: null, at: entry.activated },
  ]);
}

/** Entries from newest to oldest. After the list grows, the first new entry gets the focus. */
function Timeline(props: TimelineProps) {
  const { entries, options, showsOptions, scheduled, isOwner, provider, older } = props;
  const history = useHistoryText();
  const now = useNow(60_000);
  const [expanded, setExpanded] = useState(false);
  const [focusIndex, setFocusIndex] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const addOnGroups = groupAddOnEntries(entries, showsOptions ? options : []);
  const periods = listPricePeriods(entries, options);
  const rows = listRows(entries);
  const shown = expanded ? rows : rows.slice(0, initialEntryCount);
  // The sequence of the newest entry is the number of all entries.
  const total = entries[0]?.sequence ?? 0;

  useEffect(() => {
    if (focusIndex === null || shown.length <= focusIndex) return;
    list.current
      ?.querySelectorAll(':scope > li:not([data-scheduled])')
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
    if (expanded) void older.load();
    else setExpanded(true);
  };
  const allLoaded = !expanded && !older.hasMore;
  const nextCount = expanded ? Math.min(historyPageSize, total - entries.length) : rows.length - shown.length;
  return (
    <>
      <PriceChart periods={periods} scheduled={scheduled} now={now} onSelect={selectEntry} />
      <ol ref={list} aria-label={history.list}>
        {scheduled && (
          <ScheduledEntry change={scheduled} provider={provider} olderAt={rows[0]?.at} now={now} />
        )}
        {shown.map(({ entry, change }, index) => {
          const olderAt = rows[index + 1]?.at;
          if (change) {
            const key = `${entry.history_id} ${entry.catalog_changes.indexOf(change)}`;
            return <CatalogChangeEntry key={key} {...{ change, entry, provider, olderAt, now }} />;
          }
          return (
            <TimelineEntry
              key={entry.history_id}
              entry={entry}
              options={addOnGroups.get(entry.history_id) ?? []}
              olderAt={olderAt}
              {...findPricePeriods(periods, entry)}
              now={now}
              isOwner={isOwner}
            />
          );
        })}
      </ol>
      {(shown.length < rows.length || older.hasMore) && (
        <ShowMore
          label={allLoaded ? history.showAll(rows.length) : history.showOlder(Math.max(nextCount, 1))}
          loading={older.isLoading}
          failed={older.hasFailed}
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
  onShowMore: () => void;
}

/** Shows or loads older entries. */
function ShowMore({ label, loading, failed, onShowMore }: ShowMoreProps) {
  const history = useHistoryText();
  return (
    <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6">
      <Button onClick={onShowMore} blocked={loading}>
        {loading ? history.loadingOlder : label}
      </Button>
      <p role="status" className="text-soft">
        {failed && !loading && history.olderFailed}
      </p>
    </div>
  );
}

/** Has the columns of the timeline to avoid a layout shift. */
function HistorySkeleton() {
  return (
    <SkeletonList
      rowCount={3}
      rowClassName="grid grid-cols-[1.75rem_minmax(0,1fr)] pb-16 wide:grid-cols-[14rem_2.5rem_minmax(0,1fr)]"
    >
      <Skeleton className="col-start-2 h-4 w-40 wide:col-start-1 wide:row-start-1" />
      <div className="col-start-2 wide:col-start-3 wide:row-start-1">
        <Skeleton className="mt-2 h-6 w-36 wide:mt-1" />
        <Skeleton className="mt-3 h-4 w-full max-w-96" />
        <Skeleton className="mt-6 h-4 w-64" />
        <Skeleton className="mt-2 h-4 w-56" />
      </div>
    </SkeletonList>
  );
}
