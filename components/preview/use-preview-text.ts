'use client';

import { useMemo } from 'react';
import { preview as arabic } from '@/components/i18n/ar/preview';
import { preview as german } from '@/components/i18n/de/preview';
import { preview as english } from '@/components/i18n/en/preview';
import { getLanguage, type Language } from '@/components/i18n/languages';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';

type PreviewText = ReturnType<typeof english>;

const textFactories: Record<Language, (words: CountFormatter) => PreviewText> = {
  en: english,
  de: german,
  ar: arabic,
};

/** The texts of `/preview` in all languages are part of that page's script, so that no customer loads them. */
export function usePreviewText(): PreviewText {
  const { locale } = useDateFormatOptions();
  return useMemo(() => textFactories[getLanguage(locale)](createCountFormatter(locale)), [locale]);
}
