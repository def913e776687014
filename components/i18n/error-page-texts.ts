import { errorPage as arabic, unavailablePage as arabicUnavailable } from './ar/error-page';
import { errorPage as german, unavailablePage as germanUnavailable } from './de/error-page';
import { errorPage as english, unavailablePage as englishUnavailable } from './en/error-page';
import type { Language } from './languages';

export const errorPageTexts: Record<Language, typeof english> = { en: english, de: german, ar: arabic };

export const unavailablePageTexts: Record<Language, typeof englishUnavailable> = {
  en: englishUnavailable,
  de: germanUnavailable,
  ar: arabicUnavailable,
};
