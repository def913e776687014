import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'moves'>((language) => import(`./${language}/moves.ts`));

/** The texts of `/moves`. */
export const useMovesText = () => usePageText(source);
