import { toCountedUnit } from '@/lib/format/amount';
import { selectForm, type UnitForms } from '@/lib/format/unit-forms';
import type { BrowserTexts } from './texts';

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
