'use client';

import { use } from 'react';
import { pageTexts as ar } from './ar/pages';
import { pageTexts as de } from './de/pages';
import { pageTexts as en } from './en/pages';
import { getLanguage, type Language } from './languages';
import { TextContext, useDateFormatOptions } from './text-provider';
import { createTexts, type PageText, type PageTexts } from './texts';

export const languageScripts: Record<Language, PageTexts> = { en, de, ar };

/** A group of texts that only some pages have. Suspends until they are loaded: with `PreloadText` in the view, at once. */
export function usePageText<Group extends keyof PageText>(group: Group): PageText[Group] {
  const { locale } = useDateFormatOptions();
  const scripts = use(TextContext)?.pages ?? languageScripts[getLanguage(locale)];
  return createTexts(scripts[group].read(), locale);
}

/** Preloads the scripts of texts in the document head, on the server. */
export function PreloadText({ groups }: { groups: (keyof PageText)[] }) {
  const scripts = languageScripts[getLanguage(useDateFormatOptions().locale)];
  return groups.map((group) => {
    const { Preload } = scripts[group];
    return <Preload key={group} />;
  });
}

/** In the browser, loads texts before a component that uses them renders. */
export function loadPageText(group: keyof PageText): Promise<unknown> {
  return languageScripts[getLanguage(document.documentElement.lang)][group].load();
}
