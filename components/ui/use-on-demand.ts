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
  useEffect(() => {
    if (!isNeeded || component) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const attempt = () =>
      load().then(
        (loaded) => {
          if (!isUnmounted) setComponent(() => loaded);
        },
        () => {
          if (!isUnmounted) timer = setTimeout(attempt, retryDelayMs);
        },
      );
    void attempt();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [load, isNeeded, component]);
  return component;
}
