'use client';

import { useCallback, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { TextButton } from '@/components/ui/text-link';
import { useFollowAccount } from '@/lib/client/follow-account';
import { useFollowTabs } from '@/lib/client/follow-switches';

/** Another tab, or somebody else, switched the plan: what is shown follows, and this says why it changed. */
export function FollowSwitches({ hasAccount }: { hasAccount: boolean }) {
  const { switching } = useText();
  const [followed, setFollowed] = useState(false);
  const onSwitched = useCallback(() => setFollowed(true), []);
  useFollowTabs(onSwitched);
  useFollowAccount({ hasAccount, onSwitched });
  return (
    <div role="status" className="screen-only">
      {followed && (
        <div className="measure flex flex-wrap gap-x-6 gap-y-1 pt-4">
          <p>{switching.elsewhere}</p>
          <TextButton onClick={() => setFollowed(false)}>{switching.done.dismiss}</TextButton>
        </div>
      )}
    </div>
  );
}
