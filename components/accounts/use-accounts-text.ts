'use client';

import { accounts as arabic } from '@/components/i18n/ar/accounts';
import { accounts as german } from '@/components/i18n/de/accounts';
import { accounts as english } from '@/components/i18n/en/accounts';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of `/accounts` and `/audit`. */
export function useAccountsText(): ReturnType<typeof english> {
  return usePageText(factories);
}
