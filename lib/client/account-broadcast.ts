'use client';

import { useEffect } from 'react';

const channelName = 'app-versions';

/** Identifies messages of this tab, which its own listener receives too. */
const tabId = Math.random().toString(36).slice(2);

interface ChangeMessage {
  senderTabId: string;
}

/** Notifies the other tabs of this browser of a switch or a change of an optional feature. */
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
