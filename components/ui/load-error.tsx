'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { Button } from './button';
import { ErrorMessage } from './error-message';

interface LoadErrorProps {
  /** For example "The plans couldn’t be loaded". */
  title: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => Promise<unknown> };
  headingLevel?: 'h2' | 'h3';
}

/** Replaces a section whose data could not be loaded. Offers a retry. */
export function LoadError({ title, query, headingLevel: Heading = 'h2' }: LoadErrorProps) {
  const { ui } = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t-2 border-rule pt-4 pb-16">
      <div role="alert">
        <Heading id={headingId} className="text-head">
          {title}
        </Heading>
        <p className="mt-2 max-w-[60ch] text-soft">
          <ErrorMessage error={query.error} />
        </p>
      </div>
      <Button className="mt-6" onClick={() => void query.refetch()} blocked={query.isFetching}>
        {query.isFetching ? ui.tryingAgain : ui.tryAgain}
      </Button>
    </section>
  );
}
