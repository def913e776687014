import { failure as arabic } from './ar/failure';
import { failure as german } from './de/failure';
import { failure as english } from './en/failure';
import type { Language } from './languages';

export const failures: Record<Language, typeof english> = { en: english, de: german, ar: arabic };
