'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { delayUrlUpdates } from './use-search-params';

/** Longer than a page takes. */
const maxRefreshMs = 60_000;

/**
 * Renders the page again. Updates of the URL wait for it: Next discards a refresh when the URL changes, and its transition
 * would not end.
 */
export function usePageRefresh() {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  useEffect(() => (isRefreshing ? () => delayUrlUpdates() : undefined), [isRefreshing]);
  const refresh = () => {
    delayUrlUpdates(maxRefreshMs);
    startRefresh(router.refresh);
  };
  return { isRefreshing, refresh };
}
