import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'buildPlan'>((language) => import(`./${language}/build-plan.ts`));

/** The texts of a plan that is built from add-ons. */
export const useBuildPlanText = () => usePageText(source);
