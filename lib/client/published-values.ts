'use client';

import { useSyncExternalStore } from 'react';

/** Creates a value that one part of a page publishes and others render, without loading TanStack Query. */
function createPublishedValue<Value>() {
  let value: Value | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    publish: (next: Value | null): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Null on the server, and until a value is published. */
function usePublished<Value>({
  get,
  subscribe,
}: ReturnType<typeof createPublishedValue<Value>>): Value | null {
  return useSyncExternalStore(subscribe, get, () => null);
}

const requestCount = createPublishedValue<number>();

/** Sets the number of requests that wait for an owner, by the newest response. */
export const publishRequestCount = requestCount.publish;

/** `initial` is what the server has rendered. */
export const useRequestCount = (initial: number): number => usePublished(requestCount) ?? initial;

const madeChange = createPublishedValue<string>();

/** Sets the ID of the change that the user has just made and that waits. Null once the line that shows it has had the focus. */
export const publishMadeChange = madeChange.publish;

export const useMadeChange = (): string | null => usePublished(madeChange);
