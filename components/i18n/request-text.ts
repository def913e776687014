import { cache } from 'react';
import { getText } from './get-text';

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
