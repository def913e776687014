import type { FeatureAmount } from '@/lib/contract/fields';
import type { AddOnEffect, CatalogAddOn, CatalogFeature } from '@/lib/db/catalog';

/** Whether there is an amount at all. A feature without one is only included or not. */
export function hasAmount({ amount, unlimited }: FeatureAmount): boolean {
  return unlimited || amount !== null;
}

/** Orders amounts of one unit: 20 < 100 < unlimited. It is null if one of them is missing. */
export function compareAmounts(a: FeatureAmount, b: FeatureAmount): number | null {
  if (!hasAmount(a) || !hasAmount(b)) return null;
  return toNumber(a) === toNumber(b) ? 0 : toNumber(a) - toNumber(b);
}

/** Whether an amount is as good for an account as another one. If it is not known which is better, only an equal one is. */
export function isAmountAsGood(
  amount: FeatureAmount,
  other: FeatureAmount,
  betterAmount: CatalogFeature['betterAmount'],
): boolean {
  const difference = compareAmounts(amount, other);
  if (difference === null || difference === 0) return difference === 0;
  return betterAmount !== null && difference > 0 === (betterAmount === 'higher');
}

function toNumber({ amount, unlimited }: FeatureAmount): number {
  return unlimited ? Number.POSITIVE_INFINITY : (amount ?? 0);
}

/** What an add-on does for an account on a version. */
export function listEffects({ features }: Pick<CatalogAddOn, 'features'>, versionId: string): AddOnEffect[] {
  return features.flatMap((effect) => {
    if (effect.byVersion === null) return [effect];
    const content = effect.byVersion[versionId];
    return content ? [{ ...effect, ...content, byVersion: null }] : [];
  });
}

/** Whether the full amount is available again in each period. It is null if the amounts are not those of a usage limit. */
export function isRenewable({
  limitType,
  period,
}: Pick<CatalogFeature, 'limitType' | 'period'>): boolean | null {
  if (limitType === null) return null;
  if (limitType === 'renewable' || limitType === 'non_renewable') return limitType === 'renewable';
  return period !== null;
}
