'use client';

import { receipt as ar } from './ar/receipt';
import { receipt as de } from './de/receipt';
import { receipt as en } from './en/receipt';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of the receipt. */
export const useReceiptText = () => usePageText(factories);
