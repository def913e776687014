'use client';

import { type ReactNode, use, useMemo } from 'react';
import type { AppInfo } from '@/lib/contract/versions';
import { CatalogTextContext } from './catalog-text';
import { TextContext } from './text-provider';
import { withUnits } from './with-units';

/** Shows a catalog in another language than that of the page, such as of a draft. */
export function CatalogLanguage({ app, children }: { app: AppInfo; children: ReactNode }) {
  const settings = use(CatalogTextContext);
  const texts = use(TextContext);
  const { language, list_language: listLanguage, units } = app;
  const ownTexts = useMemo(() => texts && withUnits(texts, { units, language }), [texts, units, language]);
  return (
    <CatalogTextContext value={{ ...settings, language, listLanguage }}>
      <TextContext value={ownTexts}>{children}</TextContext>
    </CatalogTextContext>
  );
}
