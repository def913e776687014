'use client';

import { earlierPlan as ar } from './ar/earlier-plan';
import { earlierPlan as de } from './de/earlier-plan';
import { earlierPlan as en } from './en/earlier-plan';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts for an account on an earlier version of a plan. */
export const useEarlierPlanText = () => usePageText(factories);
