'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { delayUrlUpdates } from './use-search-params';

/** Dialogs that are in the URL. */
let openDialogs = 0;
let refreshLater: (() => void) | null = null;

/**
 * Renders the page again: at once, or when the dialog that is in the URL has closed. A change of the URL during a refresh could
 * make Next load the page at the URL from before.
 */
export function refreshAfterDialog(refresh: () => void): void {
  if (openDialogs === 0) refresh();
  else refreshLater = refresh;
}

/** States whether a dialog is in the URL, also while it closes. */
export function useDialogInUrl(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      if (openDialogs > 0) return;
      refreshLater?.();
      refreshLater = null;
    };
  }, [isOpen]);
}

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
