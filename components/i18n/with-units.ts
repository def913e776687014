import { selectForm, type UnitForms } from '@/lib/format/unit-forms';
import type { BaseText } from './texts';

/** Texts of units in the language of the catalog, by plural category. */
export interface CatalogUnits {
  units: Record<string, UnitForms>;
  /** BCP 47 tag. */
  language: string;
}

const known = new WeakMap<CatalogUnits, { text: BaseText; result: BaseText }>();

/** The texts of pages with the units of the catalog in its language. */
export function withUnits(text: BaseText, catalog: CatalogUnits): BaseText {
  const last = known.get(catalog);
  if (last?.text === text) return last.result;
  const { units, language } = catalog;
  const unit = (noun: string, n: number) =>
    selectForm(language, units[noun], n) ?? text.amounts.unit(noun, n);
  const result = { ...text, amounts: { ...text.amounts, unit } };
  known.set(catalog, { text, result });
  return result;
}
