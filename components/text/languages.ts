interface LanguageFacts {
  /** In the language itself. */
  name: string;
  dir: 'ltr' | 'rtl';
  /** Whose dates and figures a reader gets who names no country. */
  locale: string;
}

/** The languages there are texts in, the one for everybody else first. */
export const languages = {
  en: { name: 'English', dir: 'ltr', locale: 'en-GB' },
  de: { name: 'Deutsch', dir: 'ltr', locale: 'de' },
  ar: { name: 'العربية', dir: 'rtl', locale: 'ar' },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof languages;

export const defaultLanguage: Language = 'en';

/** Where the reader's own choice is kept. */
export const languageCookie = 'language';

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languages, text);
}

/** The language of a locale that `findLocale` found. */
export function languageOf(locale: string): Language {
  const { language } = new Intl.Locale(locale);
  return isLanguage(language) ? language : defaultLanguage;
}
