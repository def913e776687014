'use client';

import { catalog as arabic } from '@/components/i18n/ar/catalog';
import { catalog as german } from '@/components/i18n/de/catalog';
import { catalog as english } from '@/components/i18n/en/catalog';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/catalog`. */
export function useCatalogText(): ReturnType<typeof english> {
  return usePageText(factories);
}
