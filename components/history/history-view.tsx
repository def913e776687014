'use client';

import { useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { CatalogTextContext } from '@/components/i18n/catalog-text';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryStatus } from '@/components/ui/query-status';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { olderPageSize, useAddOnHistory, useHistory } from '@/lib/client/history';
import { historySearchParams, pageUrls } from '@/lib/client/page-urls';
import { openChangesQueryOptions } from '@/lib/client/queries';
import { useSearchParams } from '@/lib/client/use-search-params';
import { AddOnEntries } from './add-on-entries';
import { HistoryFilters, HistoryKinds, minFilteredRows } from './history-filters';
import {
  filterHistoryRows,
  type HistoryFilter,
  isFiltered,
  listFilterChoices,
  listHistoryRows,
} from './history-rows';
import { HistorySearch } from './history-search';
import { listPricePeriods } from './price-periods';
import { Timeline } from './timeline';

interface HistoryViewProps {
  isOwner: boolean;
}

/** Loads the account's history and shows it as a timeline. Owners can undo the newest switch. */
export function HistoryView({ isOwner }: HistoryViewProps) {
  const { provider } = use(CatalogTextContext);
  const historyText = usePageText('account').history;
  const history = useHistory();
  const addOnHistory = useAddOnHistory();
  const { data: changes } = useQuery(openChangesQueryOptions());
  useOlderPages(history);
  useOlderPages(addOnHistory);
  const { ui } = useText();
  const { timeZone } = useDateFormatOptions();
  const [{ q, show, ...filter }, setSearchParams] = useSearchParams(historySearchParams);
  const status = <QueryStatus title={historyText.failed} query={history} />;
  if (!history.data) return status;
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
  const allRows = listHistoryRows(entries, show === 'plans' ? [] : options);
  const rows = filterHistoryRows(allRows, filter, { provider, timeZone });
  const shownOptions = show === 'options' ? rows.flatMap(({ addOns }) => addOns) : [];
  const countChanges = (each: typeof rows) =>
    show === 'options' ? each.reduce((count, { addOns }) => count + addOns.length, 0) : each.length;
  const hasFilters = isFiltered(filter) || countChanges(allRows) >= minFilteredRows;
  const setFilter = (next: Partial<HistoryFilter>) => setSearchParams(next);
  return (
    <>
      <PreloadText groups={['account']} />
      <HistorySearch
        entries={entries}
        addOnEntries={options}
        isLoading={history.isFetchingNextPage || addOnHistory.isFetchingNextPage}
        isOpen={entries.length + options.length >= minSearchedEntries}
        query={q}
        onChange={(next) => setSearchParams({ q: next })}
      />
      {options.length > 0 && (
        <HistoryKinds shown={show} onChange={(next) => setSearchParams({ show: next })} />
      )}
      {hasFilters && (
        <HistoryFilters
          filter={filter}
          choices={listFilterChoices(allRows, provider)}
          shown={countChanges(rows)}
          total={countChanges(allRows)}
          onChange={setFilter}
        />
      )}
      {addOnHistory.error && (
        <p role="status" className="pb-4 text-small text-soft">
          {historyText.options.failed}{' '}
          <TextButton className="text-ink" onClick={() => void addOnHistory.refetch()}>
            {ui.retry}
          </TextButton>
        </p>
      )}
      {status}
      {show === 'options' && <AddOnEntries rows={shownOptions} plans={entries} />}
      {show !== 'options' && (
        <Timeline
          rows={rows}
          periods={listPricePeriods(entries, options)}
          // The sequence of the newest entry is the number of all entries.
          total={entries[0]?.sequence ?? 0}
          loaded={entries.length}
          scheduled={
            isFiltered(filter) ? null : (changes?.payload.find(({ state }) => state === 'scheduled') ?? null)
          }
          isOwner={isOwner}
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

/** The search of a shorter history is closed. */
const minSearchedEntries = 10;

/** More is loaded on demand. */
const maxLoadedEntries = 5000;

/** Loads all pages: the chart and the filters are about all entries, and changes of add-ons are shown with the plans. */
function useOlderPages(query: OlderPagesQuery) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const pageCount = data?.pages.length ?? 0;
  const isWanted = hasNextPage && !isFetchNextPageError && pageCount <= maxLoadedEntries / olderPageSize;
  useEffect(() => {
    if (isWanted && !isFetchingNextPage) void fetchNextPage();
  }, [isWanted, isFetchingNextPage, fetchNextPage]);
}

type OlderPagesQuery = Pick<
  ReturnType<typeof useHistory> | ReturnType<typeof useAddOnHistory>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;
