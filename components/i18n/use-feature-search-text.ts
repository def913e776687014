import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'featureSearch'>((language) => import(`./${language}/feature-search.ts`));

/** The texts of the search for a feature. */
export const useFeatureSearchText = () => usePageText(source);
