'use client';

import { useEffect, useState } from 'react';
import { errorPage } from '@/components/i18n/en/error-page';
import { defaultLanguage, isLanguage, languages } from '@/components/i18n/languages';
import { loadErrorPage } from '@/components/i18n/load-error-page';
import { ErrorContent } from '@/components/shell/error-content';
import './globals.css';

/** Replaces the root layout when that fails. In English, until the texts of another language have loaded. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  const [{ language, text }, setShown] = useState({ language: defaultLanguage, text: errorPage });
  useEffect(() => {
    const preferred = getBrowserLanguage();
    loadErrorPage(preferred).then(
      (loaded) => setShown({ language: preferred, text: loaded }),
      () => undefined,
    );
  }, []);
  return (
    <html lang={language} dir={languages[language].dir}>
      <body>
        <title>{text.title}</title>
        <main>
          <ErrorContent text={text} onRetry={retry} />
        </main>
      </body>
    </html>
  );
}

/** Prefers the `lang` of the document, if the server rendered one, over the browser's languages. */
function getBrowserLanguage() {
  const preferred = [document.documentElement.lang, ...navigator.languages].map((tag) => tag.split('-')[0]);
  return preferred.find(isLanguage) ?? defaultLanguage;
}
