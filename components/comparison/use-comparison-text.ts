'use client';

import { comparison as arabic } from '@/components/i18n/ar/comparison';
import { comparison as german } from '@/components/i18n/de/comparison';
import { comparison as english } from '@/components/i18n/en/comparison';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/compare`. */
export function useComparisonText(): ReturnType<typeof english> {
  return usePageText(factories);
}
