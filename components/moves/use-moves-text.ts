'use client';

import { moves as ar } from '@/components/i18n/ar/moves';
import { moves as de } from '@/components/i18n/de/moves';
import { moves as en } from '@/components/i18n/en/moves';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/moves`. */
export const useMovesText = () => usePageText(factories);
