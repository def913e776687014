'use client';

import { preview as ar } from '@/components/i18n/ar/preview';
import { preview as de } from '@/components/i18n/de/preview';
import { preview as en } from '@/components/i18n/en/preview';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/preview`. */
export const usePreviewText = () => usePageText(factories);
