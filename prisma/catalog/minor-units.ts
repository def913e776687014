/** The most that the database's integer column holds. */
export const largestFee = 2_147_483_647;

/** How many decimals the currency's minor unit has: 2 for EUR, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/**
 * An amount as an integer of the currency's minor unit: 12.5 USD is 1250. Worked out on the digits, not with
 * floating point. `exact` is false where the amount is finer than the minor unit; then it is rounded, half up.
 */
export function toMinorUnits(amount: number, currency: string): { minor: number; exact: boolean } {
  const [whole = '0', fraction = ''] = digitsOf(amount).split('.');
  const places = decimalsOf(currency);
  const kept = fraction.slice(0, places).padEnd(places, '0');
  const rest = fraction.slice(places);
  const minor = Number(whole + kept) + (rest >= '5' ? 1 : 0);
  return { minor, exact: /^0*$/.test(rest) };
}

/** An amount with its currency, to be read: `€0.18`. */
export function moneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : decimalsOf(currency),
    maximumFractionDigits: 6,
  }).format(amount);
}

/** The digits as they were written: a number's shortest text is what stood in the file. */
function digitsOf(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(20) : text;
}
