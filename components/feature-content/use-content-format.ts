'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { AmountFormatOptions } from '@/lib/format/localized-amount';

/** The user's locale and texts for `formatContent`. */
export function useContentFormat(): AmountFormatOptions {
  const { amounts } = useText();
  const { locale } = useDateFormatOptions();
  return { locale, messages: amounts };
}
