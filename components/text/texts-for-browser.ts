import type { BrowserText } from './en';
import { speakEnglish } from './en/for-browser';
import type { Language } from './languages';

/** On the server these are no functions but references, each to a script that only readers of that language fetch. */
export const textsForBrowser: Record<Language, (locale: string) => BrowserText> = { en: speakEnglish };
