'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { requestApi } from './api-request';
import { usePageRefresh } from './use-page-refresh';
import { useRequest } from './use-request';

// What renders the pages of staff again.

/**
 * A request that changes what the page shows. Then the page is rendered again, also after an error, and the request is
 * pending until it is. `onSuccess` also runs if the component is no longer mounted.
 */
export function usePageMutation<Input, Result>(
  send: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result) => void,
) {
  const { isRefreshing, refresh } = usePageRefresh();
  const request = useRequest(async (input: Input) => {
    const result = await send(input).catch(async (error: unknown) => {
      if (await canRefresh(staffPath)) refresh();
      throw error;
    });
    refresh();
    onSuccess?.(result);
    return result;
  });
  return { ...request, isPending: request.isPending || isRefreshing };
}

/** Renders the page again at an interval, and when its tab is shown again. With null, it never does. */
export function useRefreshInterval(intervalMs: number | null): void {
  const router = useRouter();
  const refresh = useEffectEvent(async () => {
    if (document.visibilityState === 'visible' && (await canRefresh(staffPath))) router.refresh();
  });
  useEffect(() => {
    if (intervalMs === null) return;
    const onTime = () => void refresh();
    const timer = setInterval(onTime, intervalMs);
    document.addEventListener('visibilitychange', onTime);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onTime);
    };
  }, [intervalMs]);
}

const staffPath = '/api/accounts?limit=1';

/**
 * Whether the server responds to the user with a path of the API. Otherwise Next would replace the page by an error page,
 * and what the user has entered would be lost.
 */
export async function canRefresh(path: string): Promise<boolean> {
  return requestApi(path).then(
    () => true,
    () => false,
  );
}
