'use client';

import { useClock, useText } from '@/components/text/text-provider';
import { formatTime, machineTime } from '@/lib/format/dates';
import { TextButton } from './text-link';

/** A refetch failed: what is shown stays, and says how old it is. */
export function StaleNote({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const { ui } = useText();
  const clock = useClock();
  const seconds = Math.floor(updatedAt / 1000);
  const [before, after] = ui.lastUpdated('\u0000').split('\u0000');
  return (
    <p role="status" className="text-small text-soft">
      {before}
      <time dateTime={machineTime(seconds)}>{formatTime(seconds, clock)}</time>
      {after}{' '}
      <TextButton className="text-ink" onClick={onRetry}>
        {ui.retry}
      </TextButton>
    </p>
  );
}
