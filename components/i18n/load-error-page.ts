import type { errorPage } from './en/error-page';
import type { Language } from './languages';

/** Loads the texts for a page that failed as a whole. */
export async function loadErrorPage(language: Language): Promise<typeof errorPage> {
  const file: { errorPage: typeof errorPage } = await import(`./${language}/error-page.ts`);
  return file.errorPage;
}
