'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { addresses } from '@/lib/client/addresses';

interface SiteFrameProps {
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** Header, page and footer. In the preview's window stands the page alone: its main part is the one around the window. */
export function SiteFrame({ header, footer, children }: SiteFrameProps) {
  if (usePathname() === addresses.previewFrame()) return <div id="content">{children}</div>;
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
