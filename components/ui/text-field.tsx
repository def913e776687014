import type { ComponentProps } from 'react';
import { classNames } from './class-names';

/** A line to type in. The label is the caller's. */
export function TextField({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={classNames(
        'min-h-11 min-w-0 rounded-control border border-edge bg-paper px-3 text-body placeholder:text-soft',
        'transition-colors hover:border-ink',
        className,
      )}
    />
  );
}
