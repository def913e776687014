'use client';

import { useId } from 'react';
import { useText } from '@/components/text/text-provider';
import { Button } from './button';

export type FailureCause = 'offline' | 'unreachable' | 'unknown';

/** Stands where the section that failed would have stood. The rest of the page is left alone. */
export function SectionError({
  section,
  cause = 'unknown',
  message,
  retrying = false,
  onRetry,
  level: Heading = 'h2',
}: {
  /** What couldn't be loaded, as a noun that begins a sentence: "The plans". */
  section: string;
  cause?: FailureCause;
  /** The service's own words, where it had some; they go before the cause. */
  message?: string;
  retrying?: boolean;
  onRetry: () => void;
  level?: 'h1' | 'h2' | 'h3';
}) {
  const { ui } = useText();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="border-t-2 border-rule pt-4 pb-16">
      <div role="alert">
        <Heading id={heading} className="text-head">
          {ui.sectionFailed(section)}
        </Heading>
        <p className="mt-2 max-w-[60ch] text-soft">{message ?? ui.causes[cause]}</p>
      </div>
      <Button className="mt-6" onClick={onRetry} blocked={retrying}>
        {retrying ? ui.tryingAgain : ui.tryAgain}
      </Button>
    </section>
  );
}
