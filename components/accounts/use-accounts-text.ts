'use client';

import { accounts as ar } from '@/components/i18n/ar/accounts';
import { accounts as de } from '@/components/i18n/de/accounts';
import { accounts as en } from '@/components/i18n/en/accounts';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/accounts` and `/audit`. */
export const useAccountsText = () => usePageText(factories);
