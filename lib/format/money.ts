/** An amount of money cut where a page may want to set its pieces apart: `$` `12` `.50` and nothing after. */
export interface MoneyParts {
  before: string;
  whole: string;
  fraction: string;
  after: string;
}

type Sign = 'auto' | 'exceptZero';

/** Making an Intl formatter costs far more than using one, and a long table asks for the same one each time. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(locale: string, currency: string, whole: boolean, sign: Sign): Intl.NumberFormat {
  const key = `${locale} ${currency} ${whole} ${sign}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      // An app has one currency, which its pages name once; "US$8" in each cell would only be noise.
      currencyDisplay: 'narrowSymbol',
      signDisplay: sign,
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** How many minor units make one major unit: 1 for yen, 100 for dollars, 1,000 for Kuwaiti dinars. */
export function minorUnits(currency: string): number {
  const digits = formatterFor('en', currency, false, 'auto').resolvedOptions().maximumFractionDigits ?? 2;
  return 10 ** digits;
}

function cut(
  locale: string,
  currency: string,
  minor: number,
  sign: Sign,
  decimals = false,
): Intl.NumberFormatPart[] {
  const units = minorUnits(currency);
  const formatter = formatterFor(locale, currency, minor % units === 0 && !decimals, sign);
  const parts = formatter.formatToParts(minor / units);
  const mirrored = parts.some(({ value }) => rightToLeftMark.test(value));
  return parts.map((part) => {
    // A hyphen is not a minus: beside figures it is too short and too low.
    if (part.type === 'minusSign') return { ...part, value: part.value.replace('-', '−') };
    if (part.type === 'currency' && mirrored) return { ...part, value: isolate(part.value) };
    return part;
  });
}

/** What Intl opens an amount with where text runs from right to left. */
const rightToLeftMark = /[\u200f\u061c]/;

/** Left to itself: in a line from right to left `US$` would be torn apart into `$US`. */
const isolate = (text: string) => `\u2068${text}\u2069`;

const joined = (parts: Intl.NumberFormatPart[]) => parts.map((part) => part.value).join('');

/** Integer minor units as text; whole amounts without decimals, unless those are asked for: `$8`, `$12.50`. */
export function formatMoney(locale: string, currency: string, minor: number, decimals = false): string {
  return joined(cut(locale, currency, minor, 'auto', decimals));
}

/** The same with a plus or a minus, for differences: `+$4`, `−$12.50`. */
export function formatMoneyChange(locale: string, currency: string, minor: number, decimals = false): string {
  return joined(cut(locale, currency, minor, 'exceptZero', decimals));
}

const wholeTypes: readonly string[] = ['integer', 'group'];
const fractionTypes: readonly string[] = ['decimal', 'fraction'];

/** The same in pieces, so that a page can align amounts on the decimal or set the numeral large. */
export function moneyParts(locale: string, currency: string, minor: number): MoneyParts {
  const parts = cut(locale, currency, minor, 'auto');
  const first = parts.findIndex((part) => wholeTypes.includes(part.type));
  const afterWhole = parts.findIndex((part, at) => at > first && !wholeTypes.includes(part.type));
  const end = afterWhole === -1 ? parts.length : afterWhole;
  const tail = parts.slice(end);
  return {
    before: joined(parts.slice(0, first)),
    whole: joined(parts.slice(first, end)),
    fraction: joined(tail.filter((part) => fractionTypes.includes(part.type))),
    after: joined(tail.filter((part) => !fractionTypes.includes(part.type))),
  };
}
