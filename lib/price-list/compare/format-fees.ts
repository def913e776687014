import { toCurrency } from '@/lib/contract/currency-digits';
import type { Price } from '@/lib/db/catalog';
import { formatDecimal } from '@/lib/format/money';

/** Formats minor units. The currency before the import may differ from the one after it. */
export type MoneyFormatter = (minor: number | null, state?: 'before' | 'after') => string;

export function createMoneyFormatter(
  before: Parameters<typeof toCurrency>[0],
  now: Parameters<typeof toCurrency>[0],
): MoneyFormatter {
  return (minor, state) => {
    const currency = toCurrency(state === 'before' ? before : now);
    return minor === null ? 'none' : `${formatDecimal(currency, minor)} ${currency.currency}`;
  };
}

/** "12.50 USD, or 120.00 USD a year", "120.00 USD a year". */
export function formatPrice(price: Price, money: MoneyFormatter): string {
  const annual = formatAnnualFees(price, money);
  if (annual === null) return formatFees(price, money);
  const isOnlyAnnual = price.fee === null && price.userFee === null;
  return `${isOnlyAnnual ? '' : `${formatFees(price, money)}, or `}${annual} a year`;
}

/** The value is null if there are none. */
export function formatAnnualFees(price: Price, money: MoneyFormatter): string | null {
  const { annualFee, annualUserFee } = price;
  if (annualFee === null && annualUserFee === null) return null;
  return formatFees({ ...price, fee: annualFee, userFee: annualUserFee }, money);
}

/** "12.50 USD + 3.00 USD per user", "on request". */
export function formatFees(
  { fee, userFee, feeUnit, userFeeUnit, priceText }: Price,
  money: MoneyFormatter,
): string {
  const prices = [
    ...(fee === null ? [] : [`${money(fee)}${feeUnit === null ? '' : ` per ${feeUnit}`}`]),
    ...(userFee === null ? [] : [`${money(userFee)} per ${userFeeUnit ?? 'user'}`]),
  ];
  return prices.join(' + ') || (priceText ?? 'on request');
}
