import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'catalog'>((language) => import(`./${language}/catalog.ts`));

/** The texts of `/catalog`. */
export const useCatalogText = () => usePageText(source);
