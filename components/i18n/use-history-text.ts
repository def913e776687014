import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'history'>((language) => import(`./${language}/history.ts`));

/** The texts of `/history`. */
export const useHistoryText = () => usePageText(source);
