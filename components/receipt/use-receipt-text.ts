'use client';

import { receipt as arabic } from '@/components/i18n/ar/receipt';
import { receipt as german } from '@/components/i18n/de/receipt';
import { receipt as english } from '@/components/i18n/en/receipt';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of the receipt. */
export function useReceiptText(): ReturnType<typeof english> {
  return usePageText(factories);
}
