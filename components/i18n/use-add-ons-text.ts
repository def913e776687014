import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'addOns'>((language) => import(`./${language}/add-ons.ts`));

/** The texts of `/optional-features`. */
export const useAddOnsText = () => usePageText(source);
