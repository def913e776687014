'use client';

import { use, useMemo } from 'react';
import { createCountFormatter } from '@/lib/format/plurals';
import { getLanguage, type Language } from './languages';
import { useDateFormatOptions } from './text-provider';

type TextFactory = typeof import('./en/switching').switching;

/** One script per language: with all of them, the dialog would load a tenth more. */
const loaders: Record<Language, () => Promise<TextFactory>> = {
  en: () => import('./en/switching').then(({ switching }) => switching),
  de: () => import('./de/switching').then(({ switching }) => switching),
  ar: () => import('./ar/switching').then(({ switching }) => switching),
};

const loaded: Partial<Record<Language, Promise<TextFactory>>> = {};

/** Loads the texts. A failed load can be repeated. */
export function loadSwitchingText(locale: string): Promise<TextFactory> {
  const language = getLanguage(locale);
  loaded[language] ??= loaders[language]().catch((error: unknown) => {
    delete loaded[language];
    throw error;
  });
  return loaded[language];
}

/** The texts of the switch dialog. Suspends while they load. */
export function useSwitchingText(): ReturnType<TextFactory> {
  const { locale } = useDateFormatOptions();
  const createText = use(loadSwitchingText(locale));
  return useMemo(() => createText(createCountFormatter(locale)), [createText, locale]);
}
