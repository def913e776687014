'use client';

import { receipt as ar } from '@/components/i18n/ar/receipt';
import { receipt as de } from '@/components/i18n/de/receipt';
import { receipt as en } from '@/components/i18n/en/receipt';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of the receipt. */
export const useReceiptText = () => usePageText(factories);
