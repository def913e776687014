import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'earlierPlan'>((language) => import(`./${language}/earlier-plan.ts`));

/** The texts for an account on an earlier version of a plan. */
export const useEarlierPlanText = () => usePageText(source);
