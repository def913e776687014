import { errorPage as arabic } from './ar/error-page';
import { errorPage as german } from './de/error-page';
import { errorPage as english } from './en/error-page';
import type { Language } from './languages';

export const errorPageTexts: Record<Language, typeof english> = { en: english, de: german, ar: arabic };
