import type { ComponentProps } from 'react';
import { classNames } from './class-names';
import { PageLink } from './page-link';

export const linkClassName =
  'target rounded-control underline decoration-edge decoration-1 underline-offset-4 transition-colors hover:decoration-ink';

/** An underlined link in text or below a list. */
export function TextLink({ className, ...rest }: ComponentProps<typeof PageLink>) {
  return <PageLink {...rest} className={classNames(linkClassName, className)} />;
}

const disabledClassName = 'aria-disabled:text-soft aria-disabled:no-underline';

/** A button that looks like a link. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames(linkClassName, disabledClassName, className)} />;
}
