import type { CatalogFeature, FeatureContent, FeatureTranslation } from '@/lib/db/catalog';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import { listNouns } from '@/lib/format/amount';
import { formatAmount } from '@/lib/format/localized-amount';
import { formatPeriodName, formatTranslatedAmount } from '@/lib/format/translated-amount';

// The values of features in another language: texts by the text of the price list, amounts with the texts of their units.

const unlimitedText = 'Unlimited';

type Unit = Pick<CatalogFeature, 'unit' | 'period'>;

/** How the amounts of a feature are written. `values` are the texts of its values. */
export function createTranslation(
  language: string,
  { units }: Pick<CatalogTexts, 'units'>,
  { unit, period }: Unit,
  values: Record<string, string>,
): FeatureTranslation {
  const nouns = listNouns(unit ?? '');
  const isComplete =
    nouns.every((noun) => units[noun]) && (period === null || formatPeriodName(language, period) !== null);
  return {
    language,
    units: isComplete ? Object.fromEntries(nouns.map((noun) => [noun, units[noun]!])) : null,
    unlimited: values[unlimitedText] ?? null,
    missing: [],
  };
}

/** The text of a value, or undefined if there is none in the language. */
export function translateValue(
  translation: FeatureTranslation,
  { value, amount, unlimited }: FeatureContent,
  unit: Unit,
  values: Record<string, string>,
): string | undefined {
  if (value === null) return undefined;
  if (unlimited || amount === null)
    return values[value] ?? (unlimited ? translation.unlimited : undefined) ?? undefined;
  return formatUnits(translation, amount, unit) ?? undefined;
}

/** The text of an amount of a feature, in the language of the catalog if there are texts for it. */
export function formatFeatureAmount(
  { unit, period, translation }: Pick<CatalogFeature, 'unit' | 'period' | 'translation'>,
  { amount, unlimited }: Pick<FeatureContent, 'amount' | 'unlimited'>,
): string {
  const translated =
    translation &&
    (unlimited || amount === null
      ? translation.unlimited
      : formatUnits(translation, amount, { unit, period }));
  return translated ?? formatAmount({ amount, unlimited, unit, period });
}

/** Whether a value of a feature is in the language of the price list although another one was asked for. */
export function isUntranslated(
  { translation }: { translation?: CatalogFeature['translation'] },
  { value, amount, unlimited }: FeatureContent,
): boolean {
  if (!translation || value === null) return false;
  if (amount !== null) return translation.units === null;
  return (
    translation.missing.includes(value) ||
    (unlimited && translation.unlimited === null && value === unlimitedText)
  );
}

function formatUnits({ language, units }: FeatureTranslation, amount: number, unit: Unit): string | null {
  return units && formatTranslatedAmount(language, { amount, ...unit }, units);
}
