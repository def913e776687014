'use client';

import { catalog as ar } from './ar/catalog';
import { catalog as de } from './de/catalog';
import { catalog as en } from './en/catalog';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/catalog`. */
export const useCatalogText = () => usePageText(factories);
