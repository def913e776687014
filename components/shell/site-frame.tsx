'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

interface SiteFrameProps {
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/**
 * Header, page and footer. Pages for an iframe, whose path ends in `/frame`, have neither header nor footer, and no
 * `main` element, because the page around it has one.
 */
export function SiteFrame({ header, footer, children }: SiteFrameProps) {
  if (usePathname().endsWith('/frame')) return <div id="content">{children}</div>;
  return (
    <>
      <div>{header}</div>
      <main id="content" tabIndex={-1} className="min-w-0">
        {children}
      </main>
      {footer}
    </>
  );
}
