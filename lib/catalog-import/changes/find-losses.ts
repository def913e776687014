import type { VersionLoss } from '@/lib/contract/catalog-editions';
import type { App, Price } from '@/lib/db/catalog';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { listBillingPeriods } from '@/lib/domain/billing';
import { compareSnapshots } from '@/lib/domain/compare-features';

/** Why an account would be worse off with `after` than with `before`. Empty if it is not. */
export function findLosses(before: VersionSnapshot, after: VersionSnapshot): VersionLoss[] {
  const { lost, raised, lowered, changed } = compareSnapshots(before, after);
  const isWorse = [...raised, ...lowered].some(({ improved }) => improved === false);
  const losses: (VersionLoss | false)[] = [
    ...findPriceLosses(before, after, after),
    lost.length > 0 && 'features are lost',
    isWorse && 'limits get worse',
    changed.length > 0 && 'values can’t be compared',
  ];
  return losses.filter((loss) => loss !== false);
}

const feeNames = ['fee', 'userFee'] as const;
const annualFeeNames = ['annualFee', 'annualUserFee'] as const;
const units = { fee: 'feeUnit', userFee: 'userFeeUnit' } as const;

/** Why an account would be worse off with the price `after`. A fee that is missing beside another one is 0. */
export function findPriceLosses(before: Price, after: Price, app: Pick<App, 'billingPeriod'>): VersionLoss[] {
  if (isFree(after)) return [];
  if (!hasFees(before) || !hasFees(after)) {
    if (hasFees(before) === hasFees(after) && before.priceText === after.priceText) return [];
    return [
      after.priceText === null && !hasFees(after) ? 'the price is on request' : 'the price can’t be compared',
    ];
  }
  const rises = (name: keyof Price) => Number(after[name] ?? 0) > Number(before[name] ?? 0);
  const hasOtherUnit = feeNames.some(
    (name) => before[name] && after[name] && before[units[name]] !== after[units[name]],
  );
  const [periodsBefore, periods] = [before, after].map((price) => listBillingPeriods(price, app));
  const hasAnnualFees = annualFeeNames.some((name) => before[name] !== null);
  const isSoldAnnually = hasAnnualFees && periodsBefore?.includes('year') === true;
  const isWithdrawn = isSoldAnnually && periods?.includes('year') === false;
  const isMonthWithdrawn = periodsBefore?.includes('month') === true && periods?.includes('month') === false;
  const losses: (VersionLoss | false)[] = [
    feeNames.some(rises) && 'the price rises',
    hasOtherUnit && 'the price can’t be compared',
    isMonthWithdrawn && 'monthly billing is withdrawn',
    isWithdrawn && 'annual billing is withdrawn',
    isSoldAnnually && !isWithdrawn && annualFeeNames.some(rises) && 'the annual price rises',
  ];
  return losses.filter((loss) => loss !== false);
}

const allFeeNames = [...feeNames, ...annualFeeNames];

function hasFees(price: Price): boolean {
  return allFeeNames.some((name) => price[name] !== null);
}

function isFree(price: Price): boolean {
  return hasFees(price) && allFeeNames.every((name) => !price[name]);
}
