import type { DehydratedState } from '@tanstack/react-query';
import { usedQueryClient } from '@/lib/client/live-updates';
import {
  addOnsQueryKey,
  noticesQueryKey,
  openChangesQueryKey,
  versionListQueryKey,
} from '@/lib/client/query-keys';
import type { AccountChangeList } from '@/lib/contract/account-changes';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { HistoryEntry } from '@/lib/contract/history';
import type { NoticeList } from '@/lib/contract/notices';
import type { VersionList } from '@/lib/contract/versions';

/** What the plans page shows. It is undefined where it is not loaded. */
export interface PlansData {
  list: VersionList | undefined;
  /** The value is null for an account without a history. The state of the server does not have it. */
  newestEntry?: HistoryEntry | null | undefined;
  addOns: AddOnList | undefined;
  changes: AccountChangeList | undefined;
  notices: NoticeList | undefined;
}

/** Reads the data of the plans page without TanStack Query: from the server's state, or from the cache where that is newer. */
export function readPlansData(state: DehydratedState): PlansData {
  return {
    list: readQuery(state, versionListQueryKey),
    addOns: readQuery(state, addOnsQueryKey),
    changes: readQuery(state, openChangesQueryKey),
    notices: readQuery(state, noticesQueryKey),
  };
}

function readQuery<Data>({ queries }: DehydratedState, key: readonly [string]): Data | undefined {
  const loaded = queries.find(({ queryKey }) => queryKey[0] === key[0])?.state;
  const cached = usedQueryClient.current?.getQueryState(key);
  const newest = (cached?.dataUpdatedAt ?? 0) > (loaded?.dataUpdatedAt ?? 0) ? cached : loaded;
  return newest?.data as Data | undefined;
}
