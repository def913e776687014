'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateAfterSwitch } from './queries';

const channelName = 'app-versions';

/** Identifies messages of this tab, which its own listener receives too. */
const tabId = Math.random().toString(36).slice(2);

interface SwitchMessage {
  senderTabId: string;
}

/** Notifies the other tabs of this browser. */
export function broadcastSwitch(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ senderTabId: tabId } satisfies SwitchMessage);
  channel.close();
}

/** Updates the page when another tab switches. Use once per page, in the layout. */
export function useSwitchBroadcasts(onSwitched: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<SwitchMessage>) => {
      if (data.senderTabId === tabId) return;
      onSwitched();
      void invalidateAfterSwitch(queryClient);
    };
    return () => channel.close();
  }, [queryClient, onSwitched]);
}
