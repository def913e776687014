'use client';

import { earlierPlan as ar } from '@/components/i18n/ar/earlier-plan';
import { earlierPlan as de } from '@/components/i18n/de/earlier-plan';
import { earlierPlan as en } from '@/components/i18n/en/earlier-plan';
import { usePageText } from '@/components/i18n/use-page-text';

const factories = { en, de, ar };

/** The texts for an account on an earlier version of a plan. */
export const useEarlierPlanText = () => usePageText(factories);
