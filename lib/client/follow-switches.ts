'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { historyOptions } from './history';
import { versionListOptions } from './version-list';

const channelName = 'app-versions';

/** A channel also hears what this very tab says on it: a message carries who spoke. */
const thisTab = Math.random().toString(36).slice(2);

interface Message {
  switchedBy: string;
}

/** What a switch changes is read again; what is on the screen stays until it is there. */
export async function refreshAfterSwitch(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: versionListOptions().queryKey }),
    queryClient.invalidateQueries({ queryKey: historyOptions().queryKey }),
  ]);
}

/** Tells this person's other tabs. */
export function announceSwitch(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ switchedBy: thisTab } satisfies Message);
  channel.close();
}

/** Keeps a tab up with switches made in the others. Once a page, in what wraps it. */
export function useFollowTabs(onSwitched: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.switchedBy === thisTab) return;
      onSwitched();
      void refreshAfterSwitch(queryClient);
    };
    return () => channel.close();
  }, [queryClient, onSwitched]);
}
