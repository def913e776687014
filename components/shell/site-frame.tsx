'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { pageUrls } from '@/lib/client/page-urls';

interface SiteFrameProps {
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/**
 * Header, page and footer. The page inside the preview's iframe has neither header nor footer, and no `main` element, because
 * the page around the iframe has one.
 */
export function SiteFrame({ header, footer, children }: SiteFrameProps) {
  if (usePathname() === pageUrls.previewFrame()) return <div id="content">{children}</div>;
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
