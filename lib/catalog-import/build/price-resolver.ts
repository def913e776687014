import type { Diagnostic } from '@/lib/catalog-import/diagnostics';
import type { ListedPrice } from '@/lib/catalog-import/parse/normalize-price-list';
import type { YamlFile, YamlPath } from '@/lib/catalog-import/parse/yaml-file';
import { type BillingPeriod, parseBillingUnit } from './billing-unit';

/** Fees in minor units per billing period. Both null means "on request". */
export interface ResolvedPrice {
  fee: number | null;
  userFee: number | null;
  /** What the two fees can't express: "per channel", "€0.18 per active hour". */
  note: string | null;
  /** Set if the price was rounded. */
  warning: string | null;
}

interface BillingTerms {
  currency: string;
  period: BillingPeriod;
}

const onRequest: ResolvedPrice = { fee: null, userFee: null, note: null, warning: null };
const monthsPerPeriod = { month: 1, year: 12 };

/** Converts a listed price to the app's currency unit and billing period, or returns why that is not possible. */
export function resolvePrice(
  price: ListedPrice,
  unit: string,
  terms: BillingTerms,
): ResolvedPrice | { error: string } {
  if ('text' in price) return onRequest;
  if (price.amount === 0) return { ...onRequest, fee: 0 };
  const { currency } = terms;
  const { per, label, period } = parseBillingUnit(unit, currency);
  if (period === 'usage') return { ...onRequest, note: `${formatAmount(price.amount, currency)} ${label}` };

  const { minor, exact } = toMinorUnits(price.amount, currency);
  if (!exact && !price.computed) return { error: tooManyDecimals(price.amount, currency) };
  const fee = (minor * monthsPerPeriod[terms.period]) / monthsPerPeriod[period ?? terms.period];
  const rounded = Math.round(fee);
  if (rounded > maxFee) return { error: tooLarge(price.amount) };

  const billedYearly = period === 'year' && terms.period === 'month';
  const notes = [label, billedYearly ? `${formatAmount(price.amount, currency)} billed yearly` : ''].filter(
    Boolean,
  );
  return {
    fee: per === 'user' ? null : rounded,
    userFee: per === 'user' ? rounded : null,
    note: notes.join(', ') || null,
    warning: rounded === fee && exact ? null : `${price.amount} ${unit} was rounded.`,
  };
}

/** The billing period of a new app without an explicit one: yearly if every priced plan is billed yearly. */
export function inferBillingPeriod(
  plans: { price: ListedPrice; unit: string }[],
  currency: string,
): BillingPeriod {
  const priced = plans.filter(({ price }) => 'amount' in price && price.amount > 0);
  const yearly = priced.filter(({ unit }) => parseBillingUnit(unit, currency).period === 'year');
  return priced.length > 0 && yearly.length === priced.length ? 'year' : 'month';
}

/** Resolves prices and collects the diagnostics and the rounding warnings. */
export class PriceResolver {
  readonly diagnostics: Diagnostic[] = [];
  readonly warnings: string[] = [];

  constructor(readonly terms: BillingTerms) {}

  /** Resolves the price of the plan or add-on at `path` in the price list. An invalid price resolves to "on request". */
  resolve(
    file: YamlFile,
    path: YamlPath,
    { price, unit }: { price: ListedPrice; unit: string },
  ): ResolvedPrice {
    const result = resolvePrice(price, unit, this.terms);
    if ('error' in result) {
      this.diagnostics.push(file.diagnosticAt([...path, 'price'], result.error));
      return onRequest;
    }
    if (result.warning !== null) this.warnings.push(`${path.join('.')}: ${result.warning}`);
    return result;
  }

  /** Converts a fee of an extension, which is in major currency units per billing period, to minor units. */
  resolveOverride(file: YamlFile, path: YamlPath, amount: number | null): number | null {
    if (amount === null) return null;
    const { currency } = this.terms;
    const { minor, exact } = toMinorUnits(amount, currency);
    if (!exact) this.diagnostics.push(file.diagnosticAt(path, tooManyDecimals(amount, currency)));
    if (minor > maxFee) this.diagnostics.push(file.diagnosticAt(path, tooLarge(amount)));
    return minor;
  }
}

/** The maximum of the database's integer column. */
const maxFee = 2_147_483_647;

const tooLarge = (amount: number) => `${amount} exceeds the maximum fee.`;
const tooManyDecimals = (amount: number, currency: string) =>
  `${amount} has too many decimals for ${currency}.`;

/** Decimals of a currency's minor unit: 2 for EUR, 0 for JPY. */
export function getCurrencyDecimals(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/**
 * Converts an amount to an integer of the currency's minor unit: 12.5 USD to 1250. Uses the decimal digits, because
 * floating-point multiplication is inexact. If the amount has more decimals than the minor unit, `exact` is false and
 * the result is rounded half up.
 */
export function toMinorUnits(amount: number, currency: string): { minor: number; exact: boolean } {
  const [whole = '0', fraction = ''] = toDecimalString(amount).split('.');
  const places = getCurrencyDecimals(currency);
  const kept = fraction.slice(0, places).padEnd(places, '0');
  const rest = fraction.slice(places);
  const minor = Number(whole + kept) + (rest >= '5' ? 1 : 0);
  return { minor, exact: /^0*$/.test(rest) };
}

/** Formats an amount in major units: `€0.18`. Keeps up to six decimals. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : getCurrencyDecimals(currency),
    maximumFractionDigits: 6,
  }).format(amount);
}

/** The shortest decimal representation, which is what the file contains. */
function toDecimalString(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(20) : text;
}
