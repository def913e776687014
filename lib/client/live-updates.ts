'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// Live updates keep a page current when another tab, user or program changes the account. The plans page loads TanStack Query
// for them on demand, because a page that has just been rendered does not need it.

/** How often the page asks for changes. A page that has just been rendered also waits this long before it starts. */
export const pollIntervalMs = 10_000;

let isStarted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts the live updates of this page load. Without effect if they have been started. */
export function startLiveUpdates(): void {
  if (isStarted) return;
  isStarted = true;
  for (const listener of listeners) listener();
}

/** Whether live updates have been started. */
export function useLiveUpdates(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isStarted,
    () => false,
  );
}

/** The query client of this page load, once anything has used it. Always null on the server. */
export const usedQueryClient: { current: QueryClient | null } = { current: null };
