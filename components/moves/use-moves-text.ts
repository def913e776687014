'use client';

import { moves as arabic } from '@/components/i18n/ar/moves';
import { moves as german } from '@/components/i18n/de/moves';
import { moves as english } from '@/components/i18n/en/moves';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/moves`. */
export function useMovesText(): ReturnType<typeof english> {
  return usePageText(factories);
}
