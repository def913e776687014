import { type PageLanguage, pageLanguages } from '@/lib/contract/page-languages';

/** Supported languages. */
export const languages = pageLanguages;

export const allLanguages = Object.keys(languages) as Language[];

export type Language = PageLanguage;

export const defaultLanguage: Language = 'en';

/** Name of the cookie with the chosen language. */
export const languageCookie = 'language';

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

/** The language of a locale returned by `findLocale`. */
export function getLanguage(locale: string): Language {
  const [language] = locale.split('-');
  return isLanguage(language) ? language : defaultLanguage;
}
