'use client';

import { featureSearch as ar } from '@/components/i18n/ar/feature-search';
import { featureSearch as de } from '@/components/i18n/de/feature-search';
import { featureSearch as en } from '@/components/i18n/en/feature-search';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of the search for a feature. */
export const useFeatureSearchText = () => usePageText(factories);
