import type { ComponentProps } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { classNames } from './class-names';
import { PageLink } from './page-link';

export const linkClassName = 'link';

/** An underlined link in text or below a list. */
export function TextLink({ className, ...rest }: ComponentProps<typeof PageLink>) {
  return <PageLink {...rest} className={classNames(linkClassName, className)} />;
}

/** A button that looks like a link. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type={type} className={classNames(linkClassName, className)} />;
}

/** For browsers without JavaScript, in place of what a script does. */
export function NoScriptLink(props: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  return (
    <noscript>
      <a {...props} className={linkClassName} />
    </noscript>
  );
}

/** Says what a control with a short label is about: "Decline: Kitchen". Only screen readers need it. */
export function SpokenSubject({ separator = ': ', children }: { separator?: ': ' | ' '; children: string }) {
  return (
    <span className="sr-only">
      {separator}
      <CatalogText>{children}</CatalogText>
    </span>
  );
}
