import { parse, serialize } from 'cookie';
import { LRUCache } from 'lru-cache';
import { findLocale } from '@/components/i18n/find-locale';
import { getLanguage, isLanguage, type Language } from '@/components/i18n/languages';
import { isTheme, type Theme, themeCookie } from '@/components/i18n/preference-cookie';
import { embedSearchParams } from '@/lib/client/embed-params';
import { parseSearchParams } from '@/lib/client/search-params';
import { languageCookie } from '@/lib/contract/page-languages';
import { resolveTimeZone } from '@/lib/format/time-zone';

/** Language, time zone and theme of a request. */
interface Preferences {
  language: Language;
  /** BCP 47 tag for `Intl`: language, country, calendar and digits. */
  locale: string;
  timeZone: string;
  theme: Theme;
  /** Locale, time zone and theme in one string. */
  key: string;
  /** The cookies for them. */
  cookie: string;
}

const timeZoneCookie = 'time_zone';

/** By cookies and header. To create formats takes longer than to send a page. */
const cache = new LRUCache<string, Preferences>({ max: 1000 });
const maxKeyLength = 300;

/** The cookies for the language and theme in the query string of `/embed`, which has no cookies. */
export function getEmbedCookie(query: URLSearchParams): string {
  const { lang, theme } = parseSearchParams(embedSearchParams, query.toString());
  const parts = [
    isLanguage(lang) && serialize(languageCookie, lang),
    isTheme(theme) && serialize(themeCookie, theme),
  ];
  return parts.filter(Boolean).join('; ');
}

/** Reads the preferences from the cookies and `Accept-Language`. */
export function getPreferences(cookie: string | null, acceptLanguage: string | null): Preferences {
  const cookies = parse(cookie ?? '');
  const given = [languageCookie, themeCookie, timeZoneCookie].map((name) => cookies[name]);
  const key = JSON.stringify([...given, acceptLanguage]);
  const known = cache.get(key);
  if (known) return known;
  const [language, chosenTheme, zone] = given;
  const locale = findLocale(language, acceptLanguage);
  const timeZone = resolveTimeZone(zone) ?? 'UTC';
  const theme = isTheme(chosenTheme) ? chosenTheme : 'system';
  const parts = [
    isLanguage(language) && serialize(languageCookie, language),
    isTheme(chosenTheme) && serialize(themeCookie, chosenTheme),
    serialize(timeZoneCookie, timeZone),
  ];
  const preferences = {
    language: getLanguage(locale),
    locale,
    timeZone,
    theme,
    key: [locale, timeZone, theme].join(' '),
    cookie: parts.filter(Boolean).join('; '),
  };
  if (key.length <= maxKeyLength) cache.set(key, preferences);
  return preferences;
}
