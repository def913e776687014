'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

// Live updates keep a page current when another tab, user or program changes the account. The plans page loads TanStack Query
// for them on demand, because a page that has just been rendered does not need it.

/** How often the page asks for changes. A page that has just been rendered also waits this long before it starts. */
export const pollIntervalMs = 10_000;

let isStarted = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts the live updates of this page load. Without effect if they have been started. */
export function startLiveUpdates(): void {
  if (isStarted) return;
  isStarted = true;
  for (const listener of listeners) listener();
}

export function useLiveUpdates(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isStarted,
    () => false,
  );
}

/** The query client of this page load, once anything has used it. It is always null on the server. */
export const usedQueryClient: { current: QueryClient | null } = { current: null };

/** IDs of the newest entries of both histories, each null if there is none. */
export interface NewestIds {
  version: string | null;
  option: string | null;
}

/** The open page, if the server renders it with what the account has, or null for one with queries. */
export const renderedPage: {
  current: {
    /** What it shows, or undefined if it shows no more than the changes that wait. */
    newest: NewestIds | undefined;
    /** Renders it again. Without effect if the server does not respond. */
    render: () => Promise<void>;
  } | null;
} = { current: null };

const channelName = 'app-versions';

/** Identifies messages of this tab, which its own listener receives too. */
const tabId = Math.random().toString(36).slice(2);

interface ChangeMessage {
  senderTabId: string;
}

/** Notifies the other tabs of this browser of a switch or a change of an add-on. */
export function broadcastAccountChange(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ senderTabId: tabId } satisfies ChangeMessage);
  channel.close();
}

/** Calls `onChange` when another tab has changed the account. */
export function useAccountBroadcasts(onChange: () => void): void {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<ChangeMessage>) => {
      if (data.senderTabId !== tabId) onChange();
    };
    return () => channel.close();
  }, [onChange]);
}
