'use client';

import { changes as ar } from '@/components/i18n/ar/changes';
import { changes as de } from '@/components/i18n/de/changes';
import { changes as en } from '@/components/i18n/en/changes';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of changes that wait. */
export const useChangesText = () => usePageText(factories);
