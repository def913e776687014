import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'switching'>((language) => import(`./${language}/switching.ts`));

export const loadSwitchingText = source.load;

/** The texts of the switch dialog. */
export const useSwitchingText = () => usePageText(source);
