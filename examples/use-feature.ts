// The features of an account in a React page. Copy this file: it needs React 18 or later and no other package.
//
//   const features = createFeatures({ url: 'https://plans.example.com', getKey: fetchKey });
//   const { feature: auditLog } = useFeature(features, 'audit-log');
//
// `fetchKey` requests a key that can only read from your back end, which creates it with
// `POST /api/accounts/:external_id/keys`. The origin of the page is one of the `api_origins` of the price list. Check features
// that matter in the back end too.

import { useSyncExternalStore } from 'react';

/** A feature or usage limit that the account has. Without `unlimited`, compare what is used with `amount`. */
export interface Feature {
  id: string;
  title: string;
  value: string | null;
  amount: number | null;
  unlimited: boolean;
}

export interface FeaturesState {
  /** The value is null until they are known. */
  features: Feature[] | null;
  /** Whether the last request has failed. Then `features` are those of the request before. */
  isStale: boolean;
}

export interface Features {
  getState: () => FeaturesState;
  /** Calls `onChange` with each change. Requests the features now, each minute, and when the tab is shown again. */
  subscribe: (onChange: () => void) => () => void;
  /** Requests the features, after a change that this page knows of. Never rejects. */
  refresh: () => Promise<void>;
}

const timeoutMs = 2_000;
const intervalMs = 60_000;
const unknown: FeaturesState = { features: null, isStale: false };

/** The features of one account. Create it once, and again for another account. */
export function createFeatures(options: {
  /** URL of App Versions. */
  url: string;
  /** Called for the first request, and when the key has expired. */
  getKey: () => Promise<string>;
}): Features {
  let state = unknown;
  let key: Promise<string> | null = null;
  let etag: string | null = null;
  let pending: Promise<void> | null = null;
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  const setState = (next: FeaturesState) => {
    if (next.features === state.features && next.isStale === state.isStale) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const send = async (): Promise<Response> => {
    key ??= options.getKey().catch((error: unknown) => {
      key = null;
      throw error;
    });
    const headers: Record<string, string> = { Authorization: `Bearer ${await key}` };
    if (etag !== null) headers['If-None-Match'] = etag;
    const signal = AbortSignal.timeout(timeoutMs);
    return fetch(new URL('/api/account/features', options.url), { headers, signal, cache: 'no-store' });
  };

  const load = async () => {
    try {
      let response = await send();
      if (response.status === 401) {
        key = null;
        response = await send();
      }
      if (response.status === 304) return setState({ ...state, isStale: false });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      const { payload } = (await response.json()) as { payload: Feature[] };
      etag = response.headers.get('ETag');
      setState({ features: payload, isStale: false });
    } catch {
      setState({ ...state, isStale: true });
    }
  };

  const refresh = () => {
    pending ??= load().finally(() => {
      pending = null;
    });
    return pending;
  };

  const start = () => {
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(refreshIfVisible, intervalMs);
    document.addEventListener('visibilitychange', refreshIfVisible);
    void refresh();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  };

  return {
    getState: () => state,
    refresh,
    subscribe: (onChange) => {
      listeners.add(onChange);
      stop ??= start();
      return () => {
        listeners.delete(onChange);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

/**
 * A feature of the account, by its ID in `GET /account/features`. `feature` is undefined until the features are known, and null
 * if the account does not have it.
 */
export function useFeature(
  features: Features,
  id: string,
): { feature: Feature | null | undefined; isStale: boolean } {
  const state = useSyncExternalStore(features.subscribe, features.getState, () => unknown);
  if (state.features === null) return { feature: undefined, isStale: state.isStale };
  return { feature: state.features.find((each) => each.id === id) ?? null, isStale: state.isStale };
}
