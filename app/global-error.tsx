'use client';

import { useSyncExternalStore } from 'react';
import { defaultLanguage, isLanguage, languages } from '@/components/i18n/languages';
import { ErrorContent } from '@/components/shell/error-content';
import './globals.css';

/** Replaces the root layout when that fails. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  const language = useSyncExternalStore(subscribeToNothing, getBrowserLanguage, () => defaultLanguage);
  const { dir, errorPage } = languages[language];
  return (
    <html lang={language} dir={dir}>
      <body>
        <title>{errorPage.title}</title>
        <main>
          <ErrorContent text={errorPage} onRetry={retry} />
        </main>
      </body>
    </html>
  );
}

const subscribeToNothing = () => () => {};

/** Prefers the `lang` of the document, if the server rendered one, over the browser's languages. */
function getBrowserLanguage() {
  const preferred = [document.documentElement.lang, ...navigator.languages].map((tag) => tag.split('-')[0]);
  return preferred.find(isLanguage) ?? defaultLanguage;
}
