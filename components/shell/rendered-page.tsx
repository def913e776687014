'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useTransition } from 'react';
import { type NewestIds, renderedPage } from '@/lib/client/live-updates';
import { canRefresh } from '@/lib/client/page-mutation';

/** Placed on a page of an account that the server renders. It is rendered again when the account is changed. */
export function RenderedPage({ newest }: { newest?: NewestIds }) {
  const router = useRouter();
  const [isRendering, startRendering] = useTransition();
  const waiting = useRef<(() => void)[]>([]);
  const resolveAll = () => {
    for (const resolve of waiting.current.splice(0)) resolve();
  };
  useEffect(() => {
    const render = async () => {
      if (!(await canRefresh('/api/account'))) return;
      await new Promise<void>((resolve) => {
        waiting.current.push(resolve);
        startRendering(router.refresh);
      });
    };
    renderedPage.current = { newest, render };
    return () => {
      renderedPage.current = null;
    };
  }, [newest, router]);
  useEffect(() => {
    if (!isRendering) resolveAll();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount
  useEffect(() => resolveAll, []);
  return null;
}
