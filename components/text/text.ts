import { arabic } from './ar';
import { german } from './de';
import { english, type Text } from './en';
import { type Language, languageOf } from './languages';

const speakers: Record<Language, (locale: string) => Text> = { en: english, de: german, ar: arabic };

const made = new Map<string, Text>();

/** For server components and `metadata`. It holds every language: nothing that runs in the browser may import it. */
export function text(locale: string): Text {
  const known = made.get(locale);
  if (known) return known;
  const spoken = speakers[languageOf(locale)](locale);
  made.set(locale, spoken);
  return spoken;
}
