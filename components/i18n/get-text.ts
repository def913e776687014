import { allTexts as ar } from './ar';
import { allTexts as de } from './de';
import { allTexts as en } from './en';
import { getLanguage, type Language } from './languages';
import { type AllTexts, createTexts, type Text } from './texts';

const languageTexts: Record<Language, AllTexts> = { en, de, ar };

/** For server components and `metadata`. Don't import it in the browser: it contains every language. */
export function getText(locale: string): Text {
  return createTexts(languageTexts[getLanguage(locale)], locale);
}
