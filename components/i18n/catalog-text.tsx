'use client';

import { type ComponentProps, createContext, use } from 'react';

interface CatalogTextSettings {
  /** Title of the app, by which pages name who provides it. */
  provider: string;
  /** BCP 47 tag. Null if it is unknown. */
  language: string | null;
  /** Target of "Contact us". Null if there is none. */
  contactUrl: string | null;
  /** Where accounts see their bills. Null if there is none. */
  billingUrl: string | null;
}

/** What is common to all texts of the app's catalog. */
export const CatalogTextContext = createContext<CatalogTextSettings>({
  provider: '',
  language: null,
  contactUrl: null,
  billingUrl: null,
});

/** A text of the catalog, whose language and text direction may differ from those of the page. */
export function CatalogText(props: ComponentProps<'bdi'>) {
  return <bdi lang={use(CatalogTextContext).language ?? undefined} {...props} />;
}
