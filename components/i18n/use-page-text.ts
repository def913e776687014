'use client';

import { useMemo } from 'react';
import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import { getLanguage, type Language } from './languages';
import { useDateFormatOptions } from './text-provider';

type TextFactory<Text> = (words: CountFormatter) => Text;

/**
 * The texts of a page that are not part of `useText`. Its script contains them in all languages, so that other pages load
 * none of them.
 */
export function usePageText<Text>(
  factories: { en: TextFactory<Text> } & Record<Exclude<Language, 'en'>, TextFactory<NoInfer<Text>>>,
): Text {
  const { locale } = useDateFormatOptions();
  return useMemo(() => factories[getLanguage(locale)](createCountFormatter(locale)), [factories, locale]);
}
