'use client';

import { catalog as ar } from '@/components/i18n/ar/catalog';
import { catalog as de } from '@/components/i18n/de/catalog';
import { catalog as en } from '@/components/i18n/en/catalog';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of `/catalog`. */
export const useCatalogText = () => usePageText(factories);
