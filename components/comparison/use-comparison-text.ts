'use client';

import { comparison as ar } from '@/components/i18n/ar/comparison';
import { comparison as de } from '@/components/i18n/de/comparison';
import { comparison as en } from '@/components/i18n/en/comparison';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/compare`. */
export const useComparisonText = () => usePageText(factories);
