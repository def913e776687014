'use client';

import { addOns as ar } from '@/components/i18n/ar/add-ons';
import { addOns as de } from '@/components/i18n/de/add-ons';
import { addOns as en } from '@/components/i18n/en/add-ons';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/optional-features`. */
export const useAddOnsText = () => usePageText(factories);
