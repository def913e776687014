import type { ComponentProps } from 'react';
import { classNames } from './class-names';

/** The platform's own select in the page's clothes. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <select
      {...rest}
      className={classNames(
        'min-h-11 max-w-full rounded-control border border-edge bg-paper px-3 text-body hover:border-ink',
        className,
      )}
    />
  );
}
