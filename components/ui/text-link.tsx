import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

export const linkLook =
  'target rounded-control underline decoration-edge decoration-1 underline-offset-4 transition-colors hover:decoration-ink';

/** A link in running text or under a list. Ink with an underline; colour is kept for what is the reader's own. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={classNames(linkLook, className)} />;
}

/** The same look for what acts in place. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames(linkLook, className)} />;
}
