'use client';

import { type ReactNode, use, useMemo } from 'react';
import type { AppInfo } from '@/lib/contract/versions';
import { CatalogTextContext } from './catalog-text';
import { UnitsContext } from './text-provider';

/** Shows a catalog in another language than that of the page, such as of a draft. */
export function CatalogLanguage({ app, children }: { app: AppInfo; children: ReactNode }) {
  const settings = use(CatalogTextContext);
  const { language, list_language: listLanguage, units } = app;
  const catalogUnits = useMemo(
    () => (units && language !== null ? { units, language } : null),
    [units, language],
  );
  return (
    <CatalogTextContext value={{ ...settings, language, listLanguage }}>
      <UnitsContext value={catalogUnits}>{children}</UnitsContext>
    </CatalogTextContext>
  );
}
