'use client';

import { comparison as ar } from './ar/comparison';
import { comparison as de } from './de/comparison';
import { comparison as en } from './en/comparison';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/compare`. */
export const useComparisonText = () => usePageText(factories);
