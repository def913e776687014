/** Languages of the pages. */
export const pageLanguages = ['en', 'de', 'ar'] as const;

export type PageLanguage = (typeof pageLanguages)[number];

/** Name of the cookie with the language that the user chose. */
export const languageCookie = 'language';
