import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionLoss } from '@/lib/contract/version-losses';
import { type App, type Price, toPriceJson } from '@/lib/db/catalog';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { compareSnapshots } from '@/lib/domain/catalog/compare-features';
import { isFree, isPriced, listBillingPeriods } from '@/lib/pricing/price';

/** Why an account would be worse off with `after` than with `before`. Empty if it is not. */
export function findLosses(before: VersionSnapshot, after: VersionSnapshot): VersionLoss[] {
  const { lost, raised, lowered, changed } = compareSnapshots(before, after);
  const changes = [...raised, ...lowered, ...changed];
  const losses: (VersionLoss | false)[] = [
    ...findPriceLosses(before, after, after),
    lost.length > 0 && 'features are lost',
    changes.some(({ improved }) => improved === false) && 'limits get worse',
    changes.some(({ improved }) => improved === null) && 'values can’t be compared',
  ];
  return losses.filter((loss) => loss !== false);
}

/** The billing period of the accounts that a loss concerns, or null for all accounts. */
export function findConcernedPeriod(
  loss: VersionLoss,
  before: Price,
  { billingPeriod }: Pick<App, 'billingPeriod'>,
): BillingPeriod | null {
  if (loss === 'annual billing is withdrawn' || loss === 'the annual price rises') return 'year';
  if (loss === 'monthly billing is withdrawn') return 'month';
  const hasAnnualFees = before.annualFee !== null || before.annualUserFee !== null;
  return loss === 'the price rises' && hasAnnualFees ? billingPeriod : null;
}

const feeNames = ['fee', 'user_fee'] as const;
const annualFeeNames = ['annual_fee', 'annual_user_fee'] as const;
const minimumNames = ['min_users', 'min_quantity'] as const;
const units = { fee: 'fee_unit', user_fee: 'user_fee_unit' } as const;

/** Why an account would be worse off with the price `after`. A fee that is missing beside another one is 0. */
export function findPriceLosses(was: Price, is: Price, app: Pick<App, 'billingPeriod'>): VersionLoss[] {
  const [before, after] = [toPriceJson(was), toPriceJson(is)];
  if (isFree(after)) return [];
  if (!isPriced(before) || !isPriced(after)) {
    if (isPriced(before) === isPriced(after) && before.price_text === after.price_text) return [];
    return [
      after.price_text === null && !isPriced(after)
        ? 'the price is on request'
        : 'the price can’t be compared',
    ];
  }
  const rises = (name: (typeof feeNames | typeof annualFeeNames)[number]) =>
    Number(after[name] ?? 0) > Number(before[name] ?? 0);
  const hasOtherUnit = feeNames.some(
    (name) => before[name] && after[name] && before[units[name]] !== after[units[name]],
  );
  const [periodsBefore, periods] = [before, after].map((price) =>
    listBillingPeriods(price, app.billingPeriod),
  );
  const hasAnnualFees = annualFeeNames.some((name) => before[name] !== null);
  const isSoldAnnually = hasAnnualFees && periodsBefore?.includes('year') === true;
  const isWithdrawn = isSoldAnnually && periods?.includes('year') === false;
  const isMonthWithdrawn = periodsBefore?.includes('month') === true && periods?.includes('month') === false;
  const losses: (VersionLoss | false)[] = [
    feeNames.some(rises) && 'the price rises',
    minimumNames.some((name) => (after[name] ?? 1) > (before[name] ?? 1)) && 'the minimum rises',
    hasOtherUnit && 'the price can’t be compared',
    isMonthWithdrawn && 'monthly billing is withdrawn',
    isWithdrawn && 'annual billing is withdrawn',
    isSoldAnnually && !isWithdrawn && annualFeeNames.some(rises) && 'the annual price rises',
  ];
  return losses.filter((loss) => loss !== false);
}
