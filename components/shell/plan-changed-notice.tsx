'use client';

import { useCallback, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { TextButton } from '@/components/ui/text-link';
import { useAccountChangeBroadcasts } from '@/lib/client/account-mutations';
import { usePollAccount } from '@/lib/client/poll-account';

/**
 * Keeps the page current when another tab, user or program switches the account's plan, and shows a notice when that
 * happens.
 */
export function PlanChangedNotice({ hasAccount }: { hasAccount: boolean }) {
  const { switching } = useText();
  const [changed, setChanged] = useState(false);
  const onSwitched = useCallback(() => setChanged(true), []);
  useAccountChangeBroadcasts(onSwitched);
  usePollAccount({ hasAccount, onSwitched });
  return (
    <div role="status" className="screen-only">
      {changed && (
        <div className="measure flex flex-wrap gap-x-6 gap-y-1 pt-4">
          <p>{switching.elsewhere}</p>
          <TextButton onClick={() => setChanged(false)}>{switching.done.dismiss}</TextButton>
        </div>
      )}
    </div>
  );
}
