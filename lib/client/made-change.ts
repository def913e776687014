import { useSyncExternalStore } from 'react';

let madeId: string | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the change that the user has just made and that waits. Null once the line that shows it has had the focus. */
export function publishMadeChange(id: string | null): void {
  madeId = id;
  for (const listener of listeners) listener();
}

export function useMadeChange(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => madeId,
    () => null,
  );
}
