import { getCachedFormatter } from './cached-formatter';

/** A currency and the digits of its minor unit, as responses have them beside amounts. Those of `Intl` depend on its version. */
export interface Currency {
  currency: string;
  currency_digits: number;
}

/** The parts of a formatted amount: `$`, `12`, `.50` and an empty `after`. */
export interface MoneyParts {
  before: string;
  whole: string;
  fraction: string;
  after: string;
}

type Sign = 'auto' | 'exceptZero';

function getFormatter(
  locale: string,
  currency: string,
  fractionDigits: number,
  signDisplay: Sign,
): Intl.NumberFormat {
  return getCachedFormatter(
    `money ${locale} ${currency} ${fractionDigits} ${signDisplay}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: getSymbol(locale, currency).display,
        signDisplay,
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      }),
  );
}

type SymbolDisplay = 'narrowSymbol' | 'symbol';

/** Symbols of several currencies, and the only one that each is shown for. */
const sharedSymbols: Record<string, string> = {
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₩': 'KRW',
  // No currency is shown with these.
  kr: '',
  Rs: '',
  L: '',
  K: '',
};

/**
 * The shortest symbol that is shown for no other currency in a language: `$` for USD, `CA$` for CAD, `SEK`. Not that of the
 * country, where `$` is its own currency.
 */
function getSymbol(locale: string, currency: string): { display: SymbolDisplay; text: string } {
  return getCachedFormatter(`symbol ${locale} ${currency}`, () => {
    const read = (display: SymbolDisplay) => {
      const options = { style: 'currency', currency, currencyDisplay: display } as const;
      const parts = new Intl.NumberFormat(locale.split('-')[0], options).formatToParts(1);
      return { display, text: parts.find(({ type }) => type === 'currency')?.value ?? currency };
    };
    const narrow = read('narrowSymbol');
    return (sharedSymbols[narrow.text] ?? currency) === currency ? narrow : read('symbol');
  });
}

/** Minor units per major unit: 1 for yen, 100 for dollars, 1,000 for Kuwaiti dinars. */
export const minorUnitsPerMajor = ({ currency_digits }: Pick<Currency, 'currency_digits'>): number =>
  10 ** currency_digits;

function formatParts(
  locale: string,
  of: Currency,
  minor: number,
  sign: Sign,
  decimals = false,
): Intl.NumberFormatPart[] {
  const { currency, currency_digits } = of;
  const isWhole = minor % minorUnitsPerMajor(of) === 0 && !decimals;
  const formatter = getFormatter(locale, currency, isWhole ? 0 : currency_digits, sign);
  // As text: a number has not all digits of large amounts.
  const parts = formatter.formatToParts(formatDecimal(of, minor) as `${number}`);
  const mirrored = parts.some(({ value }) => rightToLeftMark.test(value));
  return parts.map((part) => {
    // The minus sign, which is as wide and as high as a plus, instead of a hyphen.
    if (part.type === 'minusSign') return { ...part, value: part.value.replace('-', '−') };
    if (part.type !== 'currency') return part;
    const { text } = getSymbol(locale, currency);
    return { ...part, value: mirrored ? isolate(text) : text };
  });
}

/** `Intl` starts amounts with one of these marks in right-to-left locales. */
const rightToLeftMark = /[\u200f\u061c]/;

/** Isolates a text from the direction of the text around it. In right-to-left text, `US$` would become `$US`. */
export const isolate = (text: string) => `\u2068${text}\u2069`;

const joinParts = (parts: Intl.NumberFormatPart[]) => parts.map((part) => part.value).join('');

/** Formats minor units: `$8`, `$12.50`. Whole amounts have decimals only if `decimals` is set. */
export function formatMoney(locale: string, currency: Currency, minor: number, decimals = false): string {
  return joinParts(formatParts(locale, currency, minor, 'auto', decimals));
}

/** Like `formatMoney`, with a sign: `+$4`, `−$12.50`. */
export function formatMoneyChange(
  locale: string,
  currency: Currency,
  minor: number,
  decimals = false,
): string {
  return joinParts(formatParts(locale, currency, minor, 'exceptZero', decimals));
}

/** Formats an amount in major units in English, with up to six decimals: `€0.18`. */
export function formatMajor({ currency, currency_digits }: Currency, amount: number): string {
  const { display, text } = getSymbol('en', currency);
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: display,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : currency_digits,
    maximumFractionDigits: 6,
  }).formatToParts(amount);
  return joinParts(parts.map((part) => (part.type === 'currency' ? { ...part, value: text } : part)));
}

/** Formats minor units as a decimal number: `12.50`. */
export function formatDecimal(
  { currency_digits: digits }: Pick<Currency, 'currency_digits'>,
  minor: number,
): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  return (minor < 0 ? '-' : '') + (fraction ? `${whole}.${fraction}` : whole);
}

const wholeTypes: readonly string[] = ['integer', 'group'];
const fractionTypes: readonly string[] = ['decimal', 'fraction'];

/** Like `formatMoney`, as parts, for pages that align amounts on the decimal or enlarge the number. */
export function formatMoneyToParts(locale: string, currency: Currency, minor: number): MoneyParts {
  const parts = formatParts(locale, currency, minor, 'auto');
  const first = parts.findIndex((part) => wholeTypes.includes(part.type));
  const afterWhole = parts.findIndex((part, index) => index > first && !wholeTypes.includes(part.type));
  const end = afterWhole === -1 ? parts.length : afterWhole;
  const tail = parts.slice(end);
  return {
    before: joinParts(parts.slice(0, first)),
    whole: joinParts(parts.slice(first, end)),
    fraction: joinParts(tail.filter((part) => fractionTypes.includes(part.type))),
    after: joinParts(tail.filter((part) => !fractionTypes.includes(part.type))),
  };
}
