'use client';

import { earlierPlan as arabic } from '@/components/i18n/ar/earlier-plan';
import { earlierPlan as german } from '@/components/i18n/de/earlier-plan';
import { earlierPlan as english } from '@/components/i18n/en/earlier-plan';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts for an account on an earlier version of a plan. */
export function useEarlierPlanText(): ReturnType<typeof english> {
  return usePageText(factories);
}
