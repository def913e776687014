'use client';

import { preview as arabic } from '@/components/i18n/ar/preview';
import { preview as german } from '@/components/i18n/de/preview';
import { preview as english } from '@/components/i18n/en/preview';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/preview`. */
export function usePreviewText(): ReturnType<typeof english> {
  return usePageText(factories);
}
