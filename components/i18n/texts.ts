import { toCountedUnit } from '@/lib/format/amount';
import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import { selectForm, type UnitForms } from '@/lib/format/unit-forms';
import type { allTexts } from './en';
import type { account } from './en/account';
import type { base } from './en/base';
import type { planDetails } from './en/plan-details';
import type { blockers, receipt } from './en/receipt';
import type { staff } from './en/staff';
import type { switching } from './en/switching';
import type { PreloadedScript, TextScript } from './text-script';

/** The functions that create texts, by namespace. The texts depend on the locale: number formats differ within a language. */
type Factories<Texts> = { [Name in keyof Texts]: (words: CountFormatter) => Texts[Name] };

type Created<English> = {
  [Name in keyof English]: English[Name] extends (words: CountFormatter) => infer Texts ? Texts : never;
};

/** All texts. English defines their shape. */
export type Text = Created<typeof allTexts>;

/** The texts that all pages load. */
export type BaseText = Created<typeof base>;

/** The texts that only some pages have. Each group is a script. */
export interface PageText {
  planDetails: Created<typeof planDetails>;
  account: Created<typeof account>;
  staff: Created<typeof staff>;
}

/** The texts of dialogs and of parts that load on demand. */
export interface LazyText {
  receipt: Created<{ receipt: typeof receipt; blockers: typeof blockers }>;
  switching: Created<{ switching: typeof switching }>;
}

export type AllTexts = Factories<Text>;

export interface BrowserTexts {
  base: Factories<BaseText>;
  lazy: { [Group in keyof LazyText]: TextScript<Factories<LazyText[Group]>> };
  /** Instead of the texts of some pages. */
  pages?: { [Group in keyof PageText]: Pick<PageTexts[Group], 'read'> };
}

export type PageTexts = { [Group in keyof PageText]: PreloadedScript<Factories<PageText[Group]>> };

const createdTexts = new WeakMap<object, Map<string, object>>();

/** Creates the texts of a locale once. */
export function createTexts<Texts extends object>(factories: Factories<Texts>, locale: string): Texts {
  const byLocale = createdTexts.get(factories) ?? new Map<string, Texts>();
  createdTexts.set(factories, byLocale);
  const known = byLocale.get(locale);
  if (known) return known as Texts;
  const words = createCountFormatter(locale);
  const entries = Object.entries<(words: CountFormatter) => unknown>(factories);
  const texts = Object.fromEntries(entries.map(([name, create]) => [name, create(words)])) as Texts;
  byLocale.set(locale, texts);
  return texts;
}

export interface CatalogUnits {
  /** Texts of units by plural category. Undefined in the language of the price list. */
  units: Record<string, UnitForms> | undefined;
  /** Language of the catalog, a BCP 47 tag. Null if it is unknown. */
  language: string | null;
}

/** Texts with the units of the catalog in its language. */
export function withUnits(texts: BrowserTexts, { units, language }: CatalogUnits): BrowserTexts {
  if (!units || language === null) return texts;
  const amounts: BrowserTexts['base']['amounts'] = (words) => {
    const own = texts.base.amounts(words);
    const unit = (noun: string, n: number) => {
      const form = selectForm(language, units[noun], n);
      return form === undefined ? own.unit(noun, n) : toCountedUnit(form, 1);
    };
    return { ...own, unit };
  };
  return { ...texts, base: { ...texts.base, amounts } };
}
