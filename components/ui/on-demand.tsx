'use client';

import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';

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

interface OnDemandDialogProps {
  isOpen: boolean;
  /** The dialog, and the notice that confirms what it changed. */
  children: ReactNode;
}

/** Renders a dialog once it opens, so that the page loads without its script. It stays mounted for the notice. */
export function OnDemandDialog({ isOpen, children }: OnDemandDialogProps) {
  const { ui } = useText();
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  const loading = (
    <div role="status" className="delayed fixed inset-0 z-30 grid place-items-center bg-(--backdrop)">
      <p className="rounded-control bg-raised px-6 py-4">{ui.loading}</p>
    </div>
  );
  return isMounted && <Suspense fallback={loading}>{children}</Suspense>;
}
