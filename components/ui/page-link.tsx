'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';

interface PageLinkProps extends ComponentProps<'a'> {
  href: string;
}

/** A link to another page. Pages are not prefetched: the server would render each for it. */
export function PageLink({ href, onClick, ...props }: PageLinkProps) {
  const router = useRouter();
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event.nativeEvent, event.currentTarget)) return;
        event.preventDefault();
        router.push(href);
      }}
    />
  );
}

/** Whether a click on a link opens a page of this origin in this tab. */
export function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const opensElsewhere =
    event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return (
    !opensElsewhere &&
    link.origin === window.location.origin &&
    (!link.target || link.target === '_self') &&
    !link.hasAttribute('download')
  );
}
