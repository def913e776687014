'use client';

import { mutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateAccount } from './queries';

const channelName = 'app-versions';

/** Identifies messages of this tab, which its own listener receives too. */
const tabId = Math.random().toString(36).slice(2);

interface ChangeMessage {
  senderTabId: string;
}

/** Notifies the other tabs of this browser. */
function broadcastChange(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ senderTabId: tabId } satisfies ChangeMessage);
  channel.close();
}

/** Updates this page and the other tabs after a switch or a change of an optional feature. */
export async function publishAccountChange(queryClient: QueryClient): Promise<void> {
  broadcastChange();
  await invalidateAccount(queryClient);
}

/**
 * Options of a mutation that changes the account. Not optimistic, and never paused: React Query would send a paused
 * mutation on reconnect.
 */
export function accountChangeMutationOptions<Input, Result>(
  queryClient: QueryClient,
  mutationFn: (input: Input) => Promise<Result>,
) {
  return mutationOptions({
    mutationFn,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    onSuccess: () => publishAccountChange(queryClient),
  });
}

/** Updates the page when another tab changes the account. Use once per page, in the layout. */
export function useAccountChangeBroadcasts(onChanged: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<ChangeMessage>) => {
      if (data.senderTabId === tabId) return;
      onChanged();
      void invalidateAccount(queryClient);
    };
    return () => channel.close();
  }, [queryClient, onChanged]);
}
