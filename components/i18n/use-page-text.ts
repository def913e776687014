'use client';

import { useMemo } from 'react';
import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import { getLanguage, type Language } from './languages';
import { useDateFormatOptions } from './text-provider';

/**
 * The texts of a page that are not part of `useText`. Its script contains them in all languages, so that other pages load
 * none of them.
 */
export function usePageText<T>(factories: Record<Language, (words: CountFormatter) => T>): T {
  const { locale } = useDateFormatOptions();
  return useMemo(() => factories[getLanguage(locale)](createCountFormatter(locale)), [factories, locale]);
}
