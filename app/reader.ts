import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { isTheme, type Theme, themeCookie } from '@/components/shell/theme';
import { findLocale } from '@/components/text/find-locale';
import { type Language, languageCookie, languageOf } from '@/components/text/languages';

export interface Reader {
  language: Language;
  /** For `Intl`: language, country, calendar and digits. */
  locale: string;
  timeZone: string;
  theme: Theme;
}

/** How this person reads: language, zone and theme, as far as their cookies and their browser say. */
export const readReader = cache(async (): Promise<Reader> => {
  const jar = await cookies();
  const theme = jar.get(themeCookie)?.value;
  const acceptLanguage = (await headers()).get('Accept-Language');
  const locale = findLocale(jar.get(languageCookie)?.value, acceptLanguage);
  return {
    language: languageOf(locale),
    locale,
    timeZone: knownZone(jar.get('time_zone')?.value),
    theme: isTheme(theme) ? theme : 'system',
  };
});

/** A cookie can hold anything, and `Intl` throws at a zone it doesn't know. */
function knownZone(zone: string | undefined): string {
  if (!zone) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
