'use client';

import { optionalFeatures as arabic } from '@/components/i18n/ar/optional-features';
import { optionalFeatures as german } from '@/components/i18n/de/optional-features';
import { optionalFeatures as english } from '@/components/i18n/en/optional-features';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/optional-features`. */
export function useOptionalFeaturesText(): ReturnType<typeof english> {
  return usePageText(factories);
}
