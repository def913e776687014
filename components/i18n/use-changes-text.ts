'use client';

import { changes as ar } from './ar/changes';
import { changes as de } from './de/changes';
import { changes as en } from './en/changes';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of changes that wait. */
export const useChangesText = () => usePageText(factories);
