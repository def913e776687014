import { en, type Text } from './en';

/** By the locale's tag, which is also what dates and money are formatted for. */
const languages: Record<string, Text> = { 'en-GB': en };

export const defaultLocale = 'en-GB';

/** For whoever has no context: server components and `metadata`. */
export function text(locale: string): Text {
  return languages[locale] ?? en;
}
