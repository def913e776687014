'use client';

import { useCallback, useEffect, useState } from 'react';
import { useOnDemand } from '@/components/ui/use-on-demand';
import {
  pollIntervalMs,
  startLiveUpdates,
  useAccountBroadcasts,
  useLiveUpdates,
} from '@/lib/client/live-updates';

const loadAccountUpdates = () => import('./account-updates').then((module) => module.AccountUpdates);

/** Starts the live updates, and contains the notice of a switch that was made elsewhere. */
export function PlanChangedNotice({ hasAccount }: { hasAccount: boolean }) {
  const [broadcastCount, setBroadcastCount] = useState(0);
  const onBroadcast = useCallback(() => {
    setBroadcastCount((count) => count + 1);
    startLiveUpdates();
  }, []);
  useAccountBroadcasts(onBroadcast);
  useEffect(() => {
    if (!hasAccount) return;
    const timer = setTimeout(startLiveUpdates, pollIntervalMs);
    document.addEventListener('visibilitychange', startLiveUpdates);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', startLiveUpdates);
    };
  }, [hasAccount]);
  const AccountUpdates = useOnDemand(loadAccountUpdates, useLiveUpdates());
  return (
    <div role="status" className="screen-only">
      {AccountUpdates && <AccountUpdates hasAccount={hasAccount} broadcastCount={broadcastCount} />}
    </div>
  );
}
