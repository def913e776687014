import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { BrowserText } from './en';
import type { Language } from './languages';

type Speak = (locale: string) => BrowserText;

const known: Partial<Record<Language, Speak>> = {};

/**
 * A script each, so that a reader fetches one language. They come as components that draw nothing, because the scripts
 * of such are named in the page's head: the texts are fetched beside the other scripts and not after them.
 */
export const textScripts: Record<Language, ComponentType> = {
  en: dynamic(() => import('./en').then(({ englishForBrowser }) => keep('en', englishForBrowser))),
  de: dynamic(() => import('./de').then(({ germanForBrowser }) => keep('de', germanForBrowser))),
  ar: dynamic(() => import('./ar').then(({ arabicForBrowser }) => keep('ar', arabicForBrowser))),
};

function keep(language: Language, speak: Speak): ComponentType {
  known[language] = speak;
  return () => null;
}

/** For what is drawn after the script of the language. */
export function speakerOf(language: Language): Speak {
  const speak = known[language];
  if (!speak) throw new Error(`The script of "${language}" has to be drawn first`);
  return speak;
}
