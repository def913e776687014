import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { BrowserText } from './en';
import type { Language } from './languages';

type Speak = (locale: string) => BrowserText;

const fetched: Partial<Record<Language, Promise<Speak>>> = {};

/**
 * A script each, so that a reader fetches one language. They come as components that draw nothing, because the scripts
 * of such are named in the page's head: the texts are fetched beside the other scripts and not after them.
 */
export const textScripts: Record<Language, ComponentType> = {
  en: dynamic(() =>
    keep(
      'en',
      import('./en').then(({ englishForBrowser }) => englishForBrowser),
    ),
  ),
  de: dynamic(() =>
    keep(
      'de',
      import('./de').then(({ germanForBrowser }) => germanForBrowser),
    ),
  ),
  ar: dynamic(() =>
    keep(
      'ar',
      import('./ar').then(({ arabicForBrowser }) => arabicForBrowser),
    ),
  ),
};

async function keep(language: Language, speaking: Promise<Speak>): Promise<ComponentType> {
  fetched[language] = speaking;
  await speaking;
  return () => null;
}

/** For what is drawn after the script of the language, which may still be on its way: React draws what follows meanwhile. */
export function speakerOf(language: Language): Promise<Speak> {
  const speaking = fetched[language];
  if (!speaking) throw new Error(`The script of "${language}" has to be drawn first`);
  return speaking;
}
