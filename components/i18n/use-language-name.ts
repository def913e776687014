import { useCallback } from 'react';
import { getCachedFormatter } from '@/lib/format/cached-formatter';
import { useDateFormatOptions } from './text-provider';

/** Returns a function that names a language: "German". Of a tag without a name, the tag. */
export function useLanguageName(): (tag: string) => string {
  const { locale } = useDateFormatOptions();
  const names = getCachedFormatter(
    `language ${locale}`,
    () => new Intl.DisplayNames(locale, { type: 'language' }),
  );
  return useCallback(
    (tag) => {
      try {
        return names.of(tag) ?? tag;
      } catch {
        return tag;
      }
    },
    [names],
  );
}
