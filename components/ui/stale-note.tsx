'use client';

import { fillPhrase } from '@/components/text/fill-phrase';
import { useClock, useText } from '@/components/text/text-provider';
import { formatTime, machineTime } from '@/lib/format/dates';
import { TextButton } from './text-link';

/** A refetch failed: what is shown stays, and says how old it is. */
export function StaleNote({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const { ui } = useText();
  const clock = useClock();
  const seconds = Math.floor(updatedAt / 1000);
  return (
    <p role="status" className="pb-4 text-small text-soft">
      {fillPhrase(ui.lastUpdated, [
        <time key="time" dateTime={machineTime(seconds)}>
          {formatTime(seconds, clock)}
        </time>,
      ])}{' '}
      <TextButton className="text-ink" onClick={onRetry}>
        {ui.retry}
      </TextButton>
    </p>
  );
}
