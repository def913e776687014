'use client';

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether a row with `content-visibility: auto` is near the window. The browser keeps the height of a row that is not,
 * so that its details can be removed.
 */
export function useNearWindow(row: RefObject<HTMLElement | null>, isLazy: boolean): boolean {
  const [isNear, setIsNear] = useState(false);
  // Before the browser lays out the row: it reports the state of a new row once.
  useLayoutEffect(() => {
    const element = row.current;
    if (!isLazy || !element) return;
    const update = (event: Event) => setIsNear(!(event as ContentVisibilityAutoStateChangeEvent).skipped);
    element.addEventListener('contentvisibilityautostatechange', update);
    return () => element.removeEventListener('contentvisibilityautostatechange', update);
  }, [row, isLazy]);
  return !isLazy || isNear || !isSupported();
}

const isSupported = () => 'ContentVisibilityAutoStateChangeEvent' in window;

/** Whether the page is being printed. It is true before the browser lays out the pages. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
