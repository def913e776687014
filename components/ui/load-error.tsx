'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { formatIsoTime, formatTime } from '@/lib/format/date-time';
import { Button } from './button';
import { ErrorMessage } from './error-message';
import { TextButton } from './text-link';

interface Refetchable {
  refetch: () => Promise<unknown>;
}

interface LoadErrorProps {
  /** For example "The plans couldn’t be loaded". */
  title: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching'> & Refetchable;
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

type StaleQuery = Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt'> & Refetchable;

/** Shown above data that could not be refreshed. */
export function StaleDataNotice({ query }: { query: StaleQuery }) {
  const { ui } = useText();
  const clock = useDateFormatOptions();
  if (!query.isRefetchError) return null;
  const seconds = Math.floor(query.dataUpdatedAt / 1000);
  return (
    <p role="status" className="pb-4 text-small text-soft">
      {interpolate(ui.lastUpdated, [
        <time key="time" dateTime={formatIsoTime(seconds)}>
          {formatTime(seconds, clock)}
        </time>,
      ])}{' '}
      <TextButton className="text-ink" onClick={() => void query.refetch()}>
        {ui.retry}
      </TextButton>
    </p>
  );
}
