import type { BillingPeriod } from '@/lib/contract/fields';
import type { App, Price } from '@/lib/db/catalog';
import { minorUnitsPerMajor } from '@/lib/format/money';

export type { BillingPeriod };

type BillingApp = Pick<App, 'billingPeriod'>;
type Fees = Pick<Price, 'fee' | 'userFee' | 'annualFee' | 'annualUserFee'>;

/** Both fees for one period, in minor units. */
interface PeriodFees {
  fee: number;
  userFee: number;
}

/** What an account pays per `billingPeriod`. */
export interface Total extends PeriodFees {
  billingPeriod: BillingPeriod;
  users: number;
  /** The fee and that of all users. */
  amount: number;
  /** IDs of what the total does not contain: without a price, or charged per something other than accounts and users. */
  notIncluded: string[];
}

/** A version or an add-on with its price. */
interface PricedItem {
  id: string;
  price: Price;
  /** How many the account has of what is sold by quantity. `feeUnit` is one of them then. */
  quantity?: number | undefined;
}

/**
 * The periods that something is sold for, the app's own first. Empty if it is priced on request or in words. What is free
 * is sold for both.
 */
export function listBillingPeriods(price: Fees, app: BillingApp): BillingPeriod[] {
  const periods: BillingPeriod[] = [];
  if (price.fee !== null || price.userFee !== null) periods.push(app.billingPeriod);
  if (app.billingPeriod === 'month' && isSoldAnnually(price)) periods.push('year');
  return periods;
}

/** Whether a price per month has one per year too. Each fee that is charged needs its annual one. */
function isSoldAnnually({ fee, userFee, annualFee, annualUserFee }: Fees): boolean {
  if ((fee && annualFee === null) || (userFee && annualUserFee === null)) return false;
  return annualFee !== null || annualUserFee !== null || fee !== null || userFee !== null;
}

/** The period to bill for: the preferred one if it is among `periods`, else another. Null for none. */
export function selectBillingPeriod(
  periods: BillingPeriod[],
  preferred: BillingPeriod,
): BillingPeriod | null {
  return periods.includes(preferred) ? preferred : (periods[0] ?? null);
}

/**
 * The period whose fees an add-on has for an account that is billed for `accountPeriod`. An add-on that is not sold for a year
 * keeps its monthly price. Null if it has no price for the account.
 */
export function getAddOnPeriod(
  price: Fees,
  accountPeriod: BillingPeriod,
  app: BillingApp,
): BillingPeriod | null {
  const periods = listBillingPeriods(price, app);
  if (periods.includes(accountPeriod)) return accountPeriod;
  return accountPeriod === 'year' && periods.includes('month') ? 'month' : null;
}

/** The period that an account is billed for. Fees per year allow no other. */
export function getAccountPeriod(
  current: { billingPeriod: BillingPeriod | null } | null,
  app: BillingApp,
): BillingPeriod {
  return app.billingPeriod === 'year' ? 'year' : (current?.billingPeriod ?? 'month');
}

/** The fees for a period that the price is sold for. */
function getFees(price: Price, period: BillingPeriod, app: BillingApp): PeriodFees {
  return period === app.billingPeriod
    ? { fee: price.fee ?? 0, userFee: price.userFee ?? 0 }
    : { fee: price.annualFee ?? 0, userFee: price.annualUserFee ?? 0 };
}

/** The fees of what an account is billed for, in decimal numbers such as `12.50`. Null for a price on request or in words. */
export function getBilledFees(
  price: Fees,
  accountPeriod: BillingPeriod,
  app: BillingApp & Pick<App, 'currency'>,
) {
  const billingPeriod = getAddOnPeriod(price, accountPeriod, app);
  const isOwnPeriod = billingPeriod === app.billingPeriod;
  const units = minorUnitsPerMajor(app.currency);
  const format = (minor: number | null) =>
    billingPeriod === null || minor === null ? null : (minor / units).toFixed(Math.log10(units));
  return {
    billingPeriod,
    fee: format(isOwnPeriod ? price.fee : price.annualFee),
    userFee: format(isOwnPeriod ? price.userFee : price.annualUserFee),
  };
}

/** The price of all items together. In a total for a year, a monthly price counts twelve times. */
export function computeTotal(
  items: PricedItem[],
  { billingPeriod, users, app }: { billingPeriod: BillingPeriod; users: number; app: BillingApp },
): Total {
  let fee = 0;
  let userFee = 0;
  const notIncluded: string[] = [];
  for (const { id, price, quantity } of items) {
    const period = getAddOnPeriod(price, billingPeriod, app);
    const fees = period && getFees(price, period, app);
    if (!fees || (fees.fee > 0 && price.feeUnit !== null && quantity === undefined)) {
      notIncluded.push(id);
      continue;
    }
    const times = (period === billingPeriod ? 1 : 12) * (quantity ?? 1);
    fee += fees.fee * times;
    userFee += fees.userFee * times;
  }
  return { billingPeriod, users, fee, userFee, amount: fee + userFee * users, notIncluded };
}
