import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import type { LanguageTexts, Texts } from './en';
import type { BrowserText } from './en/common';
import type { ServerText } from './en/server';
import { allLanguages, getLanguage, type Language } from './languages';

export type Text = ServerText & BrowserText & Texts;

const factories = new Map(
  await Promise.all(allLanguages.map(async (language) => [language, await loadLanguage(language)] as const)),
);

/** Loads the folder of a language. */
async function loadLanguage(language: Language): Promise<(words: CountFormatter) => Text> {
  const { texts }: { texts: LanguageTexts } = await import(`./${language}/index.ts`);
  const common: { text: (words: CountFormatter) => BrowserText } = await import(`./${language}/common.ts`);
  const { serverText }: { serverText: ServerText } = await import(`./${language}/server.ts`);
  const namespaces = await Promise.all(
    Object.entries(texts).map(async ([name, load]) => [name, await load()] as const),
  );
  return (words) => ({
    ...serverText,
    ...common.text(words),
    ...(Object.fromEntries(namespaces.map(([name, { text }]) => [name, text(words)])) as unknown as Texts),
  });
}

const cachedTexts = new Map<string, Text>();

/** For server components and `metadata`. Don't import it in the browser: it contains every language. */
export function getText(locale: string): Text {
  const cached = cachedTexts.get(locale);
  if (cached) return cached;
  const createText = factories.get(getLanguage(locale));
  if (!createText) throw new Error(`No texts for "${locale}"`);
  const text = createText(createCountFormatter(locale));
  cachedTexts.set(locale, text);
  return text;
}
