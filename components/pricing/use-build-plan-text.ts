'use client';

import { buildPlan as arabic } from '@/components/i18n/ar/build-plan';
import { buildPlan as german } from '@/components/i18n/de/build-plan';
import { buildPlan as english } from '@/components/i18n/en/build-plan';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en: english, de: german, ar: arabic };

/** The texts of a plan that is built from add-ons. */
export function useBuildPlanText(): ReturnType<typeof english> {
  return usePageText(factories);
}
