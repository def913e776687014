/** Languages of the pages. */
export const pageLanguages = ['en', 'de', 'ar'] as const;

export type PageLanguage = (typeof pageLanguages)[number];
