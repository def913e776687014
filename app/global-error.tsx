'use client';

import { defaultLocale, text } from '@/components/text/text';
import { Button } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import './globals.css';

/** Even the layout failed: a page that needs nothing but its styles. */
export default function EverythingFailed({ retry }: { retry: () => void }) {
  const { shell, ui } = text(defaultLocale);
  return (
    <html lang={defaultLocale}>
      <body>
        <main className="measure">
          <title>{shell.failure.title}</title>
          <PageHeading title={shell.failure.title} lead={shell.failure.body} />
          <Button onClick={retry}>{ui.tryAgain}</Button>
        </main>
      </body>
    </html>
  );
}
