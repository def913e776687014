import { failure as english } from './en/failure';
import type { Language } from './languages';

export const failures: Record<Language, typeof english> = { en: english };
