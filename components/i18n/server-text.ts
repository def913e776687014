import { cache } from 'react';
import { allTexts as ar } from './ar';
import { allTexts as de } from './de';
import { allTexts as en } from './en';
import { getLanguage, type Language } from './languages';
import { type AllTexts, createTexts, type Text } from './texts';

const languageTexts: Record<Language, AllTexts> = { en, de, ar };

/** For server components and `metadata`. Don't import it in the browser: it contains every language. */
export function getText(locale: string): Text {
  return createTexts(languageTexts[getLanguage(locale)], locale);
}

const getRequest = cache((): { locale: string | null } => ({ locale: null }));

/** Sets the locale of the server components of this request. */
export function setRequestLocale(locale: string): void {
  getRequest().locale = locale;
}

/** The locale for server components. */
export function getRequestLocale(): string {
  const { locale } = getRequest();
  if (locale === null)
    throw new Error('setRequestLocale must be called before a component that has texts is rendered.');
  return locale;
}

/** The texts for server components. Client components use `useText`, and the texts of their page. */
export const getRequestText = () => getText(getRequestLocale());
