import { cookies } from 'next/headers';
import { cache } from 'react';
import { isTheme, type Theme, themeCookie } from '@/components/shell/theme';
import { defaultLocale } from '@/components/text/text';

export interface Reader {
  locale: string;
  dir: 'ltr' | 'rtl';
  timeZone: string;
  theme: Theme;
}

/** How this person reads: language, zone and theme, as far as their cookies say. */
export const readReader = cache(async (): Promise<Reader> => {
  const jar = await cookies();
  const theme = jar.get(themeCookie)?.value;
  return {
    locale: defaultLocale,
    dir: 'ltr',
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
