'use client';

import { addOns as ar } from './ar/add-ons';
import { addOns as de } from './de/add-ons';
import { addOns as en } from './en/add-ons';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/optional-features`. */
export const useAddOnsText = () => usePageText(factories);
