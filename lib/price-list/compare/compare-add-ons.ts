import { billingPeriods } from '@/lib/contract/enums';
import { type Price, toPriceJson } from '@/lib/db/catalog';
import { hasAmount, isAmountAsGood } from '@/lib/domain/catalog/amounts';
import { isPriceHigher } from '@/lib/pricing/compare-prices';
import { getFeePeriod, isPriced } from '@/lib/pricing/price';
import type { ImportedAddOnEffect, ImportedCatalog } from '../build/imported-catalog';
import type { Content } from '../build/limit-unit';

/** What an account gets and pays. */
interface SoldAddOn {
  /** The value is undefined if it is not available. */
  price: Price | undefined;
  effects: ImportedAddOnEffect[];
}

export type AddOnLoss = 'unavailable' | 'price' | 'content';

/** What gets worse for accounts on a version, or can't be compared. It is null if nothing does. */
export function findLoss(
  before: SoldAddOn & { price: Price },
  after: SoldAddOn,
  version: string,
  { app, features }: Pick<ImportedCatalog, 'app' | 'features'>,
): AddOnLoss | null {
  if (!after.price) return 'unavailable';
  const losesContent = before.effects.some((effect) => {
    const had = getContent(effect, version);
    const other = after.effects.find(
      (each) => each.feature === effect.feature && each.effect === effect.effect,
    );
    const has = other && getContent(other, version);
    if (!had || !has) return had !== undefined;
    const feature = features.find(({ catalogKey }) => catalogKey === effect.feature);
    return (
      hasAmount(had) &&
      !isAmountAsGood(has, had, effect.effect === 'add' ? 'higher' : (feature?.betterAmount ?? null))
    );
  });
  if (losesContent) return 'content';
  return isHigher(before.price, after.price, app) ? 'price' : null;
}

/** What an effect does on a version. It is undefined if there is none. */
function getContent(
  { byVersion, value, amount, unlimited }: ImportedAddOnEffect,
  version: string,
): Content | undefined {
  return byVersion ? byVersion[version] : { value, amount, unlimited };
}

/** Whether a price is higher for an account that is billed for some period, or can't be compared. */
function isHigher(from: Price, to: Price, { billingPeriod: app }: ImportedCatalog['app']): boolean {
  const [before, after] = [toPriceJson(from), toPriceJson(to)];
  return billingPeriods
    .filter((billed) => !isPriced(before) || getFeePeriod(before, billed, app) !== null)
    .some((billed) => isPriceHigher(before, after, { app, billed }));
}
