'use client';

import { featureSearch as ar } from './ar/feature-search';
import { featureSearch as de } from './de/feature-search';
import { featureSearch as en } from './en/feature-search';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of the search for a feature. */
export const useFeatureSearchText = () => usePageText(factories);
