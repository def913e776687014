import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'comparison'>((language) => import(`./${language}/comparison.ts`));

/** The texts of `/compare`. */
export const useComparisonText = () => usePageText(source);
