'use client';

import { history as arabic } from '@/components/i18n/ar/history';
import { history as german } from '@/components/i18n/de/history';
import { history as english } from '@/components/i18n/en/history';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/history`. */
export function useHistoryText(): ReturnType<typeof english> {
  return usePageText(factories);
}
