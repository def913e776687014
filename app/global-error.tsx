'use client';

import { useSyncExternalStore } from 'react';
import { failures } from '@/components/text/failures';
import { defaultLanguage, isLanguage, languages } from '@/components/text/languages';
import { Button } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import './globals.css';

/** Even the layout failed: a page that needs nothing but its styles. */
export default function EverythingFailed({ retry }: { retry: () => void }) {
  const language = useSyncExternalStore(neverChanges, languageOfBrowser, () => defaultLanguage);
  const { title, body, tryAgain } = failures[language];
  return (
    <html lang={language} dir={languages[language].dir}>
      <body>
        <main className="measure">
          <title>{title}</title>
          <PageHeading title={title} lead={body} />
          <Button onClick={retry}>{tryAgain}</Button>
        </main>
      </body>
    </html>
  );
}

const neverChanges = () => () => {};

/** Whoever chose a language was written it by the server, which is what failed: the browser's own wish is left. */
function languageOfBrowser() {
  const wanted = [document.documentElement.lang, ...navigator.languages].map((tag) => tag.split('-')[0]);
  return wanted.find(isLanguage) ?? defaultLanguage;
}
