interface LanguageInfo {
  /** In that language. */
  name: string;
  dir: 'ltr' | 'rtl';
  /** Locale for dates and numbers if the browser sends no country. */
  locale: string;
}

/** Languages of the pages. */
export const pageLanguages = {
  en: { name: 'English', dir: 'ltr', locale: 'en-GB' },
  de: { name: 'Deutsch', dir: 'ltr', locale: 'de' },
  ar: { name: 'العربية', dir: 'rtl', locale: 'ar' },
} as const satisfies Record<string, LanguageInfo>;

export type PageLanguage = keyof typeof pageLanguages;
