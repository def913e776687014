'use client';

import { changes as arabic } from '@/components/i18n/ar/changes';
import { changes as german } from '@/components/i18n/de/changes';
import { changes as english } from '@/components/i18n/en/changes';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of changes that wait. */
export function useChangesText(): ReturnType<typeof english> {
  return usePageText(factories);
}
