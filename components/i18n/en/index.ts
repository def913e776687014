import type { CountFormatter } from '@/lib/format/plurals';

/** The texts that not every page has, by namespace. The browser loads a namespace when a page uses it. */
export const texts = {
  accounts: () => import('./accounts'),
  addOns: () => import('./add-ons'),
  buildPlan: () => import('./build-plan'),
  catalog: () => import('./catalog'),
  changes: () => import('./changes'),
  comparison: () => import('./comparison'),
  earlierPlan: () => import('./earlier-plan'),
  featureSearch: () => import('./feature-search'),
  history: () => import('./history'),
  moves: () => import('./moves'),
  preview: () => import('./preview'),
  switching: () => import('./switching'),
  webhooks: () => import('./webhooks'),
};

type EnglishTexts = typeof texts;
export type Namespace = keyof EnglishTexts;

/** The texts of each namespace, as English has them. */
export type Texts = { [Name in Namespace]: ReturnType<Awaited<ReturnType<EnglishTexts[Name]>>['text']> };

/** What the folder of a language exports. A text or namespace that it lacks is a type error. */
export type LanguageTexts = {
  [Name in Namespace]: () => Promise<{ text: (words: CountFormatter) => Texts[Name] }>;
};
