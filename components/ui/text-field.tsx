import type { ComponentProps } from 'react';
import { classNames } from './class-names';

/** A native text input. The caller provides the label. */
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
