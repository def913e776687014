import { getArabicText } from './ar';
import { getGermanText } from './de';
import { getEnglishText, type Text } from './en';
import { getLanguage, type Language } from './languages';

const textFactories: Record<Language, (locale: string) => Text> = {
  en: getEnglishText,
  de: getGermanText,
  ar: getArabicText,
};

const cachedTexts = new Map<string, Text>();

/** For server components and `metadata`. Don't import it in the browser: it contains every language. */
export function getText(locale: string): Text {
  const cached = cachedTexts.get(locale);
  if (cached) return cached;
  const text = textFactories[getLanguage(locale)](locale);
  cachedTexts.set(locale, text);
  return text;
}
