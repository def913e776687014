'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { type NewestIds, renderedPage } from '@/lib/client/live-updates';
import { canRefresh } from '@/lib/client/page-mutation';
import { usePageRefresh } from '@/lib/client/use-page-refresh';

/** Placed on a page of an account that the server renders. It is rendered again when the account is changed. */
export function RenderedPage({ newest }: { newest?: NewestIds }) {
  const { isRefreshing, refresh } = usePageRefresh();
  const refreshLatest = useEffectEvent(refresh);
  const waiting = useRef<(() => void)[]>([]);
  const resolveAll = useEffectEvent(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  });
  useEffect(() => {
    const render = async () => {
      if (!(await canRefresh('/api/account'))) return;
      await new Promise<void>((resolve) => {
        waiting.current.push(resolve);
        refreshLatest();
      });
    };
    renderedPage.current = { newest, render };
    return () => {
      renderedPage.current = null;
    };
  }, [newest]);
  useEffect(() => {
    if (!isRefreshing) resolveAll();
  });
  useEffect(() => () => resolveAll(), []);
  return null;
}
