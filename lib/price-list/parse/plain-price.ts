import { findCurrencyDigits } from '@/lib/contract/currency-digits';

/**
 * The number of a price without other words: "12.50", "$99", "99 USD", "1,299". The currency must be that of the list. It is null
 * for any other text, and 'ambiguous' for a number that may be meant in two ways: a comma separates thousands, but "12,5" and, in
 * a currency with three decimals, "1,299" may be decimals.
 */
export function parsePlainPrice(text: string, currency: string): number | 'ambiguous' | null {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  const number = removeCurrency(text, currency);
  if (number === null) return null;
  if (/^\d+(\.\d+)?$/.test(number)) return Number(number);
  const hasThousands = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(number);
  if (hasThousands && findCurrencyDigits(currency) !== 3) return Number(number.replaceAll(',', ''));
  return /^\d[\d\s.,'’]*$/.test(number) ? 'ambiguous' : null;
}

/** Whether a text is a date, such as 2024-01-01 or 31/12/2024, which could be read as a formula. */
export function isDate(text: string): boolean {
  return /^(\d{4}([-/.])\d{1,2}\2\d{1,2}([T ].*)?|\d{1,2}([-/.])\d{1,2}\4(\d{2}|\d{4}))$/.test(text);
}

/** The text without the list's currency, or null if the text has another currency. */
function removeCurrency(text: string, currency: string): string | null {
  const marks = [currency, ...listSymbols(currency)];
  for (const mark of marks) {
    if (text.startsWith(mark)) return text.slice(mark.length).trim();
    if (text.endsWith(mark)) return text.slice(0, -mark.length).trim();
  }
  return /^[\d\s.,'’]+$/.test(text) ? text : null;
}

function listSymbols(currency: string): string[] {
  const displays = ['symbol', 'narrowSymbol'] as const;
  return displays.flatMap((currencyDisplay) => {
    const format = createFormat(currency, currencyDisplay);
    return format?.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? [];
  });
}

/** The value is null for an unknown currency, which is reported elsewhere. */
function createFormat(
  currency: string,
  currencyDisplay: 'symbol' | 'narrowSymbol',
): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
  } catch {
    return null;
  }
}
