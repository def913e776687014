import type { BrowserText } from './en';
import type { Language } from './languages';

type Speak = (locale: string) => BrowserText;

/** A script each, so that a reader fetches one language. */
const scripts: Record<Language, () => Promise<Speak>> = {
  en: () => import('./en').then(({ englishForBrowser }) => englishForBrowser),
  de: () => import('./de').then(({ germanForBrowser }) => germanForBrowser),
  ar: () => import('./ar').then(({ arabicForBrowser }) => arabicForBrowser),
};

const asked = new Map<Language, Promise<Speak>>();

/** The same promise at each call, as React's `use` asks. */
export function loadTexts(language: Language): Promise<Speak> {
  const known = asked.get(language) ?? scripts[language]();
  asked.set(language, known);
  return known;
}
