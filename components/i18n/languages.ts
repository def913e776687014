import type { PageLanguage } from '@/lib/contract/page-languages';
import { errorPage as ar } from './ar/error-page';
import { errorPage as de } from './de/error-page';
import { errorPage as en } from './en/error-page';

interface LanguageInfo {
  /** Name in that language. */
  name: string;
  dir: 'ltr' | 'rtl';
  /** Locale for dates and numbers if the browser sends no country. */
  locale: string;
  errorPage: typeof en;
}

/** Supported languages. */
export const languages = {
  en: { name: 'English', dir: 'ltr', locale: 'en-GB', errorPage: en },
  de: { name: 'Deutsch', dir: 'ltr', locale: 'de', errorPage: de },
  ar: { name: 'العربية', dir: 'rtl', locale: 'ar', errorPage: ar },
} as const satisfies Record<PageLanguage, LanguageInfo>;

export type Language = PageLanguage;

export const defaultLanguage: Language = 'en';

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

/** The language of a locale returned by `findLocale`. */
export function getLanguage(locale: string): Language {
  const [language] = locale.split('-');
  return isLanguage(language) ? language : defaultLanguage;
}
