import type { ComponentProps } from 'react';
import { classNames } from './class-names';

/** A native text input. The caller provides the label. 16 px keep a phone from zooming in on it. */
export function TextField({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={classNames(
        'min-h-11 min-w-0 rounded-control border border-edge bg-paper px-3 text-body phone:text-[1rem] placeholder:text-soft',
        'transition-colors hover:border-ink',
        className,
      )}
    />
  );
}
