import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'changes'>((language) => import(`./${language}/changes.ts`));

/** The texts of changes that wait. */
export const useChangesText = () => usePageText(source);
