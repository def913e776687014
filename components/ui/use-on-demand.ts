'use client';

import { type ComponentType, useEffect, useState } from 'react';

const retryDelayMs = 10_000;

/**
 * A component whose script is loaded once it is needed; null until then. A failed load is repeated after ten seconds, so that
 * the page works on without the component. `load` must be a stable function.
 */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded: boolean,
): ComponentType<Props> | null {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null);
  const [failures, setFailures] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure starts another attempt
  useEffect(() => {
    if (!isNeeded || component) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    load().then(
      (loaded) => {
        if (!isUnmounted) setComponent(() => loaded);
      },
      () => {
        if (!isUnmounted) timer = setTimeout(() => setFailures((count) => count + 1), retryDelayMs);
      },
    );
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [load, isNeeded, component, failures]);
  return component;
}
