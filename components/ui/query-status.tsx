'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { formatIsoTime, formatTime } from '@/lib/format/date-time';
import { LoadError } from './load-error';
import { ListSkeleton } from './skeleton';
import { TextButton } from './text-link';

interface QueryStatusProps extends ComponentProps<typeof LoadError> {
  query: ComponentProps<typeof LoadError>['query'] &
    ComponentProps<typeof StaleDataNotice>['query'] & { data: unknown };
  /** Shown while the data loads. The default is the rows of a list. */
  children?: ReactNode;
}

/** The skeleton or the error of a query without data. Above data, a notice if it could not be refreshed. */
export function QueryStatus({ query, children = <ListSkeleton />, ...error }: QueryStatusProps) {
  if (query.data !== undefined) return <StaleDataNotice query={query} />;
  return query.error ? <LoadError query={query} {...error} /> : children;
}

type StaleQuery = Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt'> & {
  refetch: () => Promise<unknown>;
};

/** Shown above data that could not be refreshed. */
function StaleDataNotice({ query }: { query: StaleQuery }) {
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
