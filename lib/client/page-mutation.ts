'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import { requestApi } from './api-request';

// Requests of the pages that the server renders for staff, and what renders them again, without TanStack Query.

type RequestState<Result> = { isPending: boolean; error: Error | null } & (
  | { isSuccess: true; data: Result }
  | { isSuccess: false; data: undefined }
);

interface Callbacks<Result> {
  onSuccess?: (result: Result) => void;
  onError?: (error: unknown) => void;
}

const notSent = { isPending: false, isSuccess: false, data: undefined, error: null } as const;

/** A request that the user sends. It is never sent again by itself: a repeated creation creates a second object. */
export function useRequest<Input, Result>(send: (input: Input) => Promise<Result>) {
  const [state, setState] = useState<RequestState<Result>>(notSent);
  async function mutateAsync(input: Input): Promise<Result> {
    setState({ ...notSent, isPending: true });
    try {
      const data = await send(input);
      setState({ ...notSent, isSuccess: true, data });
      return data;
    } catch (error) {
      setState({ ...notSent, error: error as Error });
      throw error;
    }
  }
  const mutate = (input: Input, { onSuccess, onError = () => {} }: Callbacks<Result> = {}) =>
    void mutateAsync(input).then(onSuccess, onError);
  return { ...state, mutate, mutateAsync, reset: () => setState(notSent) };
}

/**
 * A request that changes what the page shows. Then the page is rendered again, also after an error, and the request is pending until
 * it is. `onSuccess` also runs if the component is no longer mounted.
 */
export function usePageMutation<Input, Result>(
  send: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result) => void,
) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const refresh = () => startRefresh(router.refresh);
  const request = useRequest(async (input: Input) => {
    const result = await send(input).catch(async (error: unknown) => {
      if (await canRefresh()) refresh();
      throw error;
    });
    refresh();
    onSuccess?.(result);
    return result;
  });
  return { ...request, isPending: request.isPending || isRefreshing };
}

/** Renders the page again at an interval, and when its tab is shown again. Null for never. */
export function useRefreshInterval(intervalMs: number | null): void {
  const router = useRouter();
  const refresh = useEffectEvent(async () => {
    if (document.visibilityState === 'visible' && (await canRefresh())) router.refresh();
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

/**
 * Whether the server responds to the user, who is staff. Otherwise Next would replace the page by an error page, and what the user
 * has entered would be lost.
 */
async function canRefresh(): Promise<boolean> {
  return requestApi('/api/accounts?limit=1').then(
    () => true,
    () => false,
  );
}
