import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'preview'>((language) => import(`./${language}/preview.ts`));

/** The texts of `/preview`. */
export const usePreviewText = () => usePageText(source);
