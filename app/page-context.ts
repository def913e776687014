import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { findLocale } from '@/components/i18n/find-locale';
import { getLanguage, type Language, languageCookie } from '@/components/i18n/languages';
import { isTheme, type Theme, themeCookie } from '@/components/ui/preference-cookie';
import { pageUrls } from '@/lib/client/page-urls';
import { openPageQueries } from '@/lib/http/page-queries';
import { parseTimeZone, timeZoneCookie } from './time-zone';

/** The data access of the current request, shared by the layout, the page and its metadata. */
export const getPageContext = cache(async () => openPageQueries(await headers()));

/** Where visitors sign in: in the host application, or in the demo on its own page. Null if there is no such page. */
export function getSignInUrl({
  app,
  currentUser,
}: Awaited<ReturnType<typeof getPageContext>>): string | null {
  return app?.sign_in_url ?? (currentUser.demo ? pageUrls.signIn() : null);
}

interface UserPreferences {
  language: Language;
  /** BCP 47 tag for `Intl`: language, country, calendar and digits. */
  locale: string;
  timeZone: string;
  theme: Theme;
}

/** Language, time zone and theme of the current request, from its cookies and `Accept-Language`. Like `app/visitor-page.ts`. */
export const getUserPreferences = cache(async (): Promise<UserPreferences> => {
  const cookieStore = await cookies();
  const theme = cookieStore.get(themeCookie)?.value;
  const acceptLanguage = (await headers()).get('Accept-Language');
  const locale = findLocale(cookieStore.get(languageCookie)?.value, acceptLanguage);
  return {
    language: getLanguage(locale),
    locale,
    timeZone: parseTimeZone(cookieStore.get(timeZoneCookie)?.value),
    theme: isTheme(theme) ? theme : 'system',
  };
});
