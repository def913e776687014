'use client';

import { use } from 'react';
import { createCountFormatter } from '@/lib/format/plurals';
import type { LanguageTexts, Namespace, Texts } from './en';
import { getLanguage, type Language } from './languages';
import { useDateFormatOptions } from './text-provider';

type TextFile<Name extends Namespace> = Awaited<ReturnType<LanguageTexts[Name]>>;

interface TextSource<Name extends Namespace> {
  /** Loads the texts. A failed load can be repeated. */
  load: (locale: string) => Promise<TextFile<Name>>;
  /** By locale. */
  texts: Map<string, Texts[Name]>;
}

/** Each namespace has a file with its source, so that a page carries no list of the scripts of others. */
export function createTextSource<Name extends Namespace>(
  importFile: (language: Language) => Promise<TextFile<Name>>,
): TextSource<Name> {
  const files: Partial<Record<Language, Promise<TextFile<Name>>>> = {};
  function load(locale: string): Promise<TextFile<Name>> {
    const language = getLanguage(locale);
    files[language] ??= importFile(language).catch((error: unknown) => {
      delete files[language];
      throw error;
    });
    return files[language];
  }
  return { load, texts: new Map() };
}

/** The texts of a namespace. Suspends until they have loaded: a script of its own for each language. */
export function usePageText<Name extends Namespace>({ load, texts }: TextSource<Name>): Texts[Name] {
  const { locale } = useDateFormatOptions();
  const text = texts.get(locale) ?? use(load(locale)).text(createCountFormatter(locale));
  texts.set(locale, text);
  return text;
}
