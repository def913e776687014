'use client';

import { usePathname, useSearchParams as useRouterSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { parseSearchParams, type SearchParams, type SearchParamValues, updateQuery } from './search-params';

/** Safari allows 100 changes of the URL in 30 seconds; a slider makes more. */
const minWriteDelayMs = 300;
let writeDelayMs = minWriteDelayMs;

/** A query string that the page shows and that the URL does not have yet. It is null most of the time. */
let unwritten: { pathname: string; search: string } | null = null;
let writeTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function notifyListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener('popstate', discardUrlUpdate);
    window.addEventListener('click', writeBeforeNavigation, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('popstate', discardUrlUpdate);
    window.removeEventListener('click', writeBeforeNavigation, true);
    discardUrlUpdate();
  };
}

/** Discards an update that is not in the URL yet. After a navigation, the URL is right and the update is not. */
export function discardUrlUpdate() {
  clearTimeout(writeTimer);
  unwritten = null;
  notifyListeners();
}

/** A write during a navigation would cancel it, so a click on a link writes first. */
function writeBeforeNavigation({ target }: MouseEvent) {
  if (target instanceof Element && target.closest('a[href]')) writeUrlUpdate();
}

/** Writes an update that is not in the URL yet. Call it before a navigation or a refresh: a write during one would cancel it. */
export function writeUrlUpdate() {
  clearTimeout(writeTimer);
  if (unwritten) writeUrl(unwritten.search, 'replaceState');
}

/** Writes an update at once, and later ones after the time. */
export function delayUrlUpdates(delayMs = minWriteDelayMs) {
  writeDelayMs = delayMs;
  writeUrlUpdate();
}

function getSearch(pathname: string) {
  return unwritten?.pathname === pathname ? unwritten.search : window.location.search;
}

/** Next synchronizes its router with changes that are made through `history`. */
function writeUrl(next: string, method: 'pushState' | 'replaceState') {
  unwritten = null;
  const { pathname, search, hash } = window.location;
  if (next !== search) window.history[method](null, '', pathname + next + hash);
}

interface UpdateOptions {
  /** Adds an entry to the browser's history. */
  push?: boolean;
}

type Update<Params extends SearchParams> = (
  values: Partial<SearchParamValues<Params>>,
  options?: UpdateOptions,
) => void;

/**
 * Search params as state. An update is shown at once, without a request, and is in the URL shortly afterwards; with `push` it
 * is in the URL at once.
 */
export function useSearchParams<Params extends SearchParams>(
  params: Params,
): [SearchParamValues<Params>, Update<Params>] {
  const pathname = usePathname();
  const routerParams = useRouterSearchParams().toString();
  // During a navigation, the router is ahead of the URL.
  const getQuery = () =>
    window.location.pathname === pathname ? getSearch(pathname).slice(1) : routerParams;
  const query = useSyncExternalStore(subscribe, getQuery, () => routerParams);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation of the router changes the URL without an event
  useEffect(notifyListeners, [routerParams]);

  const update = useCallback<Update<Params>>(
    (values, { push = false } = {}) => {
      const next = updateQuery(params, getSearch(pathname), values);
      clearTimeout(writeTimer);
      if (push) {
        // The entry that Back returns to.
        writeUrlUpdate();
        writeUrl(next, 'pushState');
      } else {
        unwritten = { pathname, search: next };
        writeTimer = setTimeout(writeUrlUpdate, writeDelayMs);
      }
      notifyListeners();
    },
    [params, pathname],
  );
  return [useMemo(() => parseSearchParams(params, query), [params, query]), update];
}
