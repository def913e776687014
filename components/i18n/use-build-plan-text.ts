'use client';

import { buildPlan as ar } from './ar/build-plan';
import { buildPlan as de } from './de/build-plan';
import { buildPlan as en } from './en/build-plan';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of a plan that is built from add-ons. */
export const useBuildPlanText = () => usePageText(factories);
