'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { QueryProvider } from '@/components/ui/query-provider';
import { TextButton } from '@/components/ui/text-link';
import { invalidateAccount } from '@/lib/client/account-queries';
import { usePollAccount } from '@/lib/client/poll-account';

interface AccountUpdatesProps {
  hasAccount: boolean;
  /** How many changes other tabs have reported. */
  broadcastCount: number;
}

/**
 * Refetches what the page shows when another tab, user or program has changed the account, and shows a notice. It is loaded
 * on demand.
 */
export function AccountUpdates(props: AccountUpdatesProps) {
  return (
    <QueryProvider>
      <Updates {...props} />
    </QueryProvider>
  );
}

function Updates({ hasAccount, broadcastCount }: AccountUpdatesProps) {
  const { shell, ui } = useText();
  const queryClient = useQueryClient();
  const [changed, setChanged] = useState(false);
  const onSwitched = useCallback(() => setChanged(true), []);
  useEffect(() => {
    if (broadcastCount === 0) return;
    setChanged(true);
    void invalidateAccount(queryClient);
  }, [queryClient, broadcastCount]);
  usePollAccount({ hasAccount, onSwitched });
  if (!changed) return null;
  return (
    <div className="measure flex flex-wrap gap-x-6 gap-y-1 pt-4">
      <p>{shell.switchedElsewhere}</p>
      <TextButton onClick={() => setChanged(false)}>{ui.dismiss}</TextButton>
    </div>
  );
}
