'use client';

import { use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { FetchOptions, HistoryPageInput } from './fetch-history';
import { QueriedAccount } from './use-read';
import { useRequest } from './use-request';

/** The limit of the API. */
const olderPageSize = 1000;
/** More is loaded on demand. */
const maxLoadedEntries = 5000;

interface EntryPage<Entry> {
  payload: Entry[];
  next_cursor?: string | undefined;
}

/**
 * The entries of a history from its first page on. Loads the others: the chart and the filters are about all entries, and
 * changes of add-ons are shown with the plans.
 */
export function useEntries<Entry extends { history_id: string }, Page extends EntryPage<Entry>>(
  first: Page & EntryPage<Entry>,
  fetchPage: (input: HistoryPageInput, options: FetchOptions) => Promise<Page>,
) {
  const account = use(QueriedAccount);
  const [loaded, setLoaded] = useState<EntryPage<Entry>>(first);
  const { payload, next_cursor: cursor } = loaded;
  const { isPending, error, mutate } = useRequest(async (_: null) => {
    const older = await fetchPage({ limit: olderPageSize, cursor }, { account });
    setLoaded((now) => (now === loaded ? { ...older, payload: [...payload, ...older.payload] } : now));
  });
  // The first page is newer after the page was rendered again.
  const oldest = first.payload.at(-1)?.history_id;
  const isJoined = !first.next_cursor || payload.some(({ history_id: id }) => id === oldest);
  if (!isJoined) setLoaded(first);
  const entries = useMemo(() => {
    const ids = new Set(first.payload.map(({ history_id: id }) => id));
    return [...first.payload, ...payload.filter(({ history_id: id }) => !ids.has(id))];
  }, [first, payload]);
  const load = useEffectEvent(() => mutate(null));
  const isWanted = cursor !== undefined && !isPending && !error && payload.length <= maxLoadedEntries;
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted]);
  return {
    entries,
    older: {
      hasMore: cursor !== undefined,
      isLoading: isPending,
      hasFailed: error !== null,
      load: () => mutate(null),
    },
  };
}
