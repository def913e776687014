'use client';

import { preview as ar } from './ar/preview';
import { preview as de } from './de/preview';
import { preview as en } from './en/preview';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/preview`. */
export const usePreviewText = () => usePageText(factories);
