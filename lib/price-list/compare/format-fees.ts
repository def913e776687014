import { toCurrency } from '@/lib/contract/currency-digits';
import type { Price } from '@/lib/contract/versions';
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
export function formatPrice(price: Price, money: MoneyFormatter, state?: 'before' | 'after'): string {
  const { annual_fee: annualFee, annual_user_fee: annualUserFee } = price;
  const isOnlyAnnual = price.fee === null && price.user_fee === null;
  const fees = formatFees(price, (minor) => money(minor, state));
  if (annualFee === null && annualUserFee === null) return fees;
  const annual = { ...price, fee: annualFee, user_fee: annualUserFee };
  return `${isOnlyAnnual ? '' : `${fees}, or `}${formatFees(annual, (minor) => money(minor, state))} a year`;
}

/** "12.50 USD + 3.00 USD per user", "on request". */
function formatFees(price: Price, money: MoneyFormatter): string {
  const { fee, user_fee: userFee, fee_unit: unit, user_fee_unit: userUnit, price_text: text } = price;
  const prices = [
    ...(fee === null ? [] : [`${money(fee)}${unit === null ? '' : ` per ${unit}`}`]),
    ...(userFee === null ? [] : [`${money(userFee)} per ${userUnit ?? 'user'}`]),
  ];
  return prices.join(' + ') || (text ?? 'on request');
}
