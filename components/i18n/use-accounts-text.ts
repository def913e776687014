import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'accounts'>((language) => import(`./${language}/accounts.ts`));

/** The texts of `/accounts` and `/audit`. */
export const useAccountsText = () => usePageText(source);
