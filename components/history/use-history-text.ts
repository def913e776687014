'use client';

import { history as ar } from '@/components/i18n/ar/history';
import { history as de } from '@/components/i18n/de/history';
import { history as en } from '@/components/i18n/en/history';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/history`. */
export const useHistoryText = () => usePageText(factories);
