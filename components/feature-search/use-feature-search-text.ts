'use client';

import { featureSearch as arabic } from '@/components/i18n/ar/feature-search';
import { featureSearch as german } from '@/components/i18n/de/feature-search';
import { featureSearch as english } from '@/components/i18n/en/feature-search';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of the search for a feature. */
export function useFeatureSearchText(): ReturnType<typeof english> {
  return usePageText(factories);
}
