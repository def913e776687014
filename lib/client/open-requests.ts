'use client';

import { useSyncExternalStore } from 'react';

// The number of requests that wait for an owner. The navigation shows it without loading TanStack Query.

let known: number | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The number by the newest response. */
export function publishRequestCount(count: number): void {
  known = count;
  for (const listener of listeners) listener();
}

/** `initial` is what the server has rendered. */
export function useRequestCount(initial: number): number {
  return useSyncExternalStore(
    subscribe,
    () => known ?? initial,
    () => initial,
  );
}
