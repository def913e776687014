'use client';

import type { ComponentProps, ReactNode } from 'react';
import { LoadError } from './load-error';
import { ListSkeleton } from './skeleton';
import { StaleDataNotice } from './stale-data-notice';

interface QueryStatusProps extends ComponentProps<typeof LoadError> {
  query: ComponentProps<typeof LoadError>['query'] &
    ComponentProps<typeof StaleDataNotice>['query'] & { data: unknown };
  /** Shown while the data loads. Default: the rows of a list. */
  children?: ReactNode;
}

/** The skeleton or the error of a query without data. Above data, a notice if it could not be refreshed. */
export function QueryStatus({ query, children = <ListSkeleton />, ...error }: QueryStatusProps) {
  if (query.data !== undefined) return <StaleDataNotice query={query} />;
  return query.error ? <LoadError query={query} {...error} /> : children;
}
