'use client';

import { useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { formatIsoTime, formatTime } from '@/lib/format/date-time';
import { Button } from './button';
import { ErrorMessage } from './error-message';
import { TextButton } from './text-link';

/** Replaces a section whose data could not be loaded. Offers a retry. */
export function LoadError({
  title,
  error,
  retrying = false,
  onRetry,
  headingLevel: Heading = 'h2',
}: {
  /** For example "The plans couldn’t be loaded". */
  title: string;
  error: unknown;
  retrying?: boolean;
  onRetry: () => void;
  headingLevel?: 'h1' | 'h2' | 'h3';
}) {
  const { ui } = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t-2 border-rule pt-4 pb-16">
      <div role="alert">
        <Heading id={headingId} className="text-head">
          {title}
        </Heading>
        <p className="mt-2 max-w-[60ch] text-soft">
          <ErrorMessage error={error} />
        </p>
      </div>
      <Button className="mt-6" onClick={onRetry} blocked={retrying}>
        {retrying ? ui.tryingAgain : ui.tryAgain}
      </Button>
    </section>
  );
}

/** Shown above data that could not be refreshed. `updatedAt` is in milliseconds since the epoch. */
export function StaleDataNotice({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const { ui } = useText();
  const clock = useDateFormatOptions();
  const seconds = Math.floor(updatedAt / 1000);
  return (
    <p role="status" className="pb-4 text-small text-soft">
      {interpolate(ui.lastUpdated, [
        <time key="time" dateTime={formatIsoTime(seconds)}>
          {formatTime(seconds, clock)}
        </time>,
      ])}{' '}
      <TextButton className="text-ink" onClick={onRetry}>
        {ui.retry}
      </TextButton>
    </p>
  );
}
