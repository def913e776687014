import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

interface CheckFieldProps extends ComponentProps<'input'> {
  type?: 'checkbox' | 'radio';
  children: ReactNode;
}

/** The platform's own box to tick, with its label beside it and 44 px to press. */
export function CheckField({ type = 'checkbox', className, children, ...rest }: CheckFieldProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2.5 has-aria-disabled:cursor-not-allowed',
        className,
      )}
    >
      <input {...rest} type={type} className="size-4 shrink-0 cursor-[inherit] accent-ink" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
