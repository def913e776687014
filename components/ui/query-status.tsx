'use client';

import type { ComponentProps, ReactNode } from 'react';
import { LoadError, StaleDataNotice } from './load-error';

interface QueryStatusProps extends ComponentProps<typeof LoadError> {
  query: ComponentProps<typeof LoadError>['query'] &
    ComponentProps<typeof StaleDataNotice>['query'] & { data: unknown };
  /** Shown while the data loads. */
  children: ReactNode;
}

/** Stands above the data of a query: the skeleton or the error in its place, or a notice that it could not be refreshed. */
export function QueryStatus({ query, children, ...error }: QueryStatusProps) {
  if (query.data !== undefined) return <StaleDataNotice query={query} />;
  return query.error ? <LoadError query={query} {...error} /> : children;
}
