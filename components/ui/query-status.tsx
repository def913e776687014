'use client';

import type { ComponentProps, ReactNode } from 'react';
import { LoadError, StaleDataNotice } from './load-error';

interface QueryStatusProps extends ComponentProps<typeof LoadError> {
  query: ComponentProps<typeof LoadError>['query'] &
    ComponentProps<typeof StaleDataNotice>['query'] & { data: unknown };
  /** Shown while the data loads. */
  children: ReactNode;
}

/** The skeleton or the error of a query without data. Above data, a notice if it could not be refreshed. */
export function QueryStatus({ query, children, ...error }: QueryStatusProps) {
  if (query.data !== undefined) return <StaleDataNotice query={query} />;
  return query.error ? <LoadError query={query} {...error} /> : children;
}
