'use client';

import { buildPlan as ar } from '@/components/i18n/ar/build-plan';
import { buildPlan as de } from '@/components/i18n/de/build-plan';
import { buildPlan as en } from '@/components/i18n/en/build-plan';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts of a plan that is built from add-ons. */
export const useBuildPlanText = () => usePageText(factories);
