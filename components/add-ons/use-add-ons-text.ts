'use client';

import { addOns as arabic } from '@/components/i18n/ar/add-ons';
import { addOns as german } from '@/components/i18n/de/add-ons';
import { addOns as english } from '@/components/i18n/en/add-ons';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/optional-features`. */
export function useAddOnsText(): ReturnType<typeof english> {
  return usePageText(factories);
}
