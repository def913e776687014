'use client';

import {
  createContext,
  createElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isRetryable, requestApi } from './api-request';

/** The account that staff act for, or undefined for that of the session. */
export const QueriedAccount = createContext<string | undefined>(undefined);

/** Around what staff see of an account. */
export function ActingFor({ account, children }: { account: string; children: ReactNode }) {
  return createElement(QueriedAccount, { value: account }, children);
}

interface Reading<Body> {
  path: string | null;
  /** Of this path, also while it is read again. */
  data: Body | undefined;
  error: Error | null;
  isFetching: boolean;
}

const retryDelayMs = 800;

/**
 * Reads a path of the API while the component is mounted, and again when the page is shown again. For what is not
 * shared with other components and never cached; it does not need TanStack Query, which dialogs load without. Null
 * reads nothing.
 */
export function useRead<Body>(path: string | null) {
  const account = use(QueriedAccount);
  const [reading, setReading] = useState<Reading<Body>>();
  const newest = useRef<AbortController>(null);
  const refetch = useCallback(async () => {
    newest.current?.abort();
    if (path === null) return;
    const controller = new AbortController();
    newest.current = controller;
    const { signal } = controller;
    const request = () => requestApi<Body>(path, { account, signal });
    const update = (fields: Partial<Reading<Body>>) =>
      setReading((before) => ({
        ...(before?.path === path ? before : { data: undefined, error: null }),
        ...{ path, isFetching: false, ...fields },
      }));
    update({ isFetching: true });
    try {
      const data = await request().catch(async (error) => {
        if (!isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
        return request();
      });
      if (!signal.aborted) update({ data, error: null });
    } catch (error) {
      if (!signal.aborted) update({ error: error as Error });
    }
  }, [path, account]);
  useEffect(() => {
    const onShown = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    void refetch();
    document.addEventListener('visibilitychange', onShown);
    window.addEventListener('online', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('online', onShown);
      newest.current?.abort();
    };
  }, [refetch]);
  const { data, error = null, isFetching = path !== null } = reading?.path === path ? reading : {};
  return { data, error, isFetching, refetch };
}
