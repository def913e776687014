'use client';

import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False on the server and until hydration. A form whose submit button is disabled is not submitted by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
