'use client';

import { useCallback, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { TextButton } from '@/components/ui/text-link';
import { useFollowSwitches } from '@/lib/client/follow-switches';

/** Another tab switched the plan: what is shown follows, and this says why it changed. */
export function FollowSwitches() {
  const { switching } = useText();
  const [followed, setFollowed] = useState(false);
  useFollowSwitches(useCallback(() => setFollowed(true), []));
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
