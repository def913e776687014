'use client';

import { useId } from 'react';
import { useText } from '@/components/text/text-provider';
import { Button } from './button';
import { Cause } from './cause';

/** Stands where the section that failed would have stood. The rest of the page is left alone. */
export function SectionError({
  title,
  error,
  retrying = false,
  onRetry,
  level: Heading = 'h2',
}: {
  /** "The plans couldn’t be loaded". */
  title: string;
  error: unknown;
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
          {title}
        </Heading>
        <p className="mt-2 max-w-[60ch] text-soft">
          <Cause of={error} />
        </p>
      </div>
      <Button className="mt-6" onClick={onRetry} blocked={retrying}>
        {retrying ? ui.tryingAgain : ui.tryAgain}
      </Button>
    </section>
  );
}
