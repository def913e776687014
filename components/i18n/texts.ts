import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import type { allTexts } from './en';
import type { account } from './en/account';
import type { base } from './en/base';
import type { planDetails } from './en/plan-details';
import type { receipt } from './en/receipt';
import type { staff } from './en/staff';
import type { switching } from './en/switching';
import type { TextScript } from './text-script';

/** The functions that create texts, by namespace. The texts depend on the locale: number formats differ within a language. */
type Factories<Texts> = { [Name in keyof Texts]: (words: CountFormatter) => Texts[Name] };

type Created<English> = {
  [Name in keyof English]: English[Name] extends (words: CountFormatter) => infer Texts ? Texts : never;
};

/** All texts. English defines their shape. */
export type Text = Created<typeof allTexts>;

/** The texts that all pages load. */
export type BaseText = Created<typeof base>;

/** The texts that only some pages load. Each group is a script. */
export interface TextGroups {
  planDetails: Created<typeof planDetails>;
  account: Created<typeof account>;
  staff: Created<typeof staff>;
  receipt: Created<{ receipt: typeof receipt }>;
  switching: Created<{ switching: typeof switching }>;
}

/** What each language has for the server. */
export type AllTexts = Factories<Text>;

/** What each language has for the browser. */
export interface BrowserTexts {
  base: Factories<BaseText>;
  groups: { [Group in keyof TextGroups]: TextScript<Factories<TextGroups[Group]>> };
}

export function createTexts<Texts extends object>(factories: Factories<Texts>, locale: string): Texts {
  const words = createCountFormatter(locale);
  const entries = Object.entries<(words: CountFormatter) => unknown>(factories);
  return Object.fromEntries(entries.map(([name, create]) => [name, create(words)])) as Texts;
}
