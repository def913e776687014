import { chargedBy, type Period } from './charged-by';
import { largestFee, moneyText, toMinorUnits } from './minor-units';
import type { ListedPrice } from './price-list';

/** A price as the catalogue keeps it: minor units a billing period; both null is "on request". */
export interface Price {
  fee: number | null;
  userFee: number | null;
  /** What the two fees can't say: "per channel", "€0.18 per active hour". */
  note: string | null;
  /** What was rounded on the way. */
  warning: string | null;
}

export interface Tariff {
  currency: string;
  period: Period;
}

const onRequest = { fee: null, userFee: null, note: null, warning: null };
const monthsOf = { month: 1, year: 12 };

/** A listed price in the app's own terms, or the fault that forbids it. */
export function priceOf(price: ListedPrice, unit: string, tariff: Tariff): Price | { fault: string } {
  if ('text' in price) return onRequest;
  if (price.amount === 0) return { ...onRequest, fee: 0 };
  const { currency } = tariff;
  const { per, what, period } = chargedBy(unit, currency);
  if (period === 'use') return { ...onRequest, note: `${moneyText(price.amount, currency)} ${what}` };

  const { minor, exact } = toMinorUnits(price.amount, currency);
  if (!exact && !price.computed) {
    return { fault: `${price.amount} is finer than the smallest unit of ${currency}.` };
  }
  const fee = (minor * monthsOf[tariff.period]) / monthsOf[period ?? tariff.period];
  const rounded = Math.round(fee);
  if (rounded > largestFee) return { fault: `${price.amount} is more than can be stored.` };

  const billedYearly = period === 'year' && tariff.period === 'month';
  const notes = [what, billedYearly ? `${moneyText(price.amount, currency)} billed yearly` : ''].filter(
    Boolean,
  );
  return {
    fee: per === 'user' ? null : rounded,
    userFee: per === 'user' ? rounded : null,
    note: notes.join(', ') || null,
    warning: rounded === fee && exact ? null : `${price.amount} ${unit} was rounded.`,
  };
}

/** The app's billing period where nothing else says it: yearly only if every plan with a price has it by the year. */
export function periodOf(plans: { price: ListedPrice; unit: string }[], currency: string): Period {
  const priced = plans.filter(({ price }) => 'amount' in price && price.amount > 0);
  const yearly = priced.filter(({ unit }) => chargedBy(unit, currency).period === 'year');
  return priced.length > 0 && yearly.length === priced.length ? 'year' : 'month';
}
