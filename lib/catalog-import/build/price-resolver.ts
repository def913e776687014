import type { Diagnostic } from '@/lib/catalog-import/diagnostics';
import type { ImportReport } from '@/lib/catalog-import/import-report';
import type { PriceExtension } from '@/lib/catalog-import/parse/extension';
import type { ListedPrice } from '@/lib/catalog-import/parse/normalize-price-list';
import type { YamlFile } from '@/lib/catalog-import/parse/yaml-file';
import type { Price } from '@/lib/db/catalog';
import { minorUnitsPerMajor } from '@/lib/format/money';
import type { BillingFactors } from './billing';
import { type BillingPeriod, parseBillingUnit, toLowerCaseWords } from './billing-unit';

/** What all prices of a list have in common. */
export interface BillingTerms {
  currency: string;
  period: BillingPeriod;
  factors: BillingFactors;
}

interface ResolvedPrice {
  price: Price;
  /** What the price does not say, for `more_info`: "Only with annual billing". */
  notes: string[];
  /** Why the price is not served as in the list. */
  changes: string[];
  /** For the operator. */
  warning: string | null;
}

export const onRequest: Price = {
  fee: null,
  userFee: null,
  feeUnit: null,
  userFeeUnit: null,
  annualFee: null,
  annualUserFee: null,
  priceText: null,
};
const unpriced: ResolvedPrice = { price: onRequest, notes: [], changes: [], warning: null };

/** Converts a listed price to the app's currency unit and billing period, or returns why that is not possible. */
export function resolvePrice(
  listed: ListedPrice,
  unit: string,
  terms: BillingTerms,
  annualPrice: number | null = null,
): ResolvedPrice | { error: string } {
  if ('text' in listed) {
    return annualPrice === null
      ? resolveText(listed.text)
      : { error: 'Write the price as a number, like annualPrice.' };
  }
  const { amount } = listed;
  const { currency, factors } = terms;
  const isAnnual = factors.annual !== null && terms.period === 'month';
  if (amount === 0) return { ...unpriced, price: { ...onRequest, fee: 0, annualFee: isAnnual ? 0 : null } };
  const { per, unit: priceUnit, period: writtenPeriod } = parseBillingUnit(unit, currency);
  // Less than one currency unit per thing, without a period, is a price of usage.
  const period = writtenPeriod ?? (per === 'unit' && amount < 1 ? 'usage' : null);
  if (period === 'usage' || period === 'once') {
    const price = formatMajor(amount, currency);
    return {
      ...unpriced,
      price: {
        ...onRequest,
        priceText: period === 'usage' ? `${price} per ${priceUnit}` : `${price}, ${priceUnit}`,
      },
      changes: [
        `the price of ${period === 'usage' ? 'metered usage' : 'a single payment'} is served in words`,
      ],
    };
  }
  if (!listed.computed && !toMinorUnits(amount, currency).exact) {
    return { error: tooManyDecimals(amount, currency) };
  }

  const listedPeriod = period ?? terms.period;
  const isAnnualTotal = annualPrice !== null && annualPrice > amount;
  const computed = roundFraction(scale(amount, currency, getAnnualFactors(listedPeriod, factors)));
  const annual =
    annualPrice === null ? computed : roundFraction(scale(annualPrice, currency, isAnnualTotal ? [] : [12]));
  const hasComputed = listedPeriod === 'year' || factors.annual !== null;
  // A price per month is rounded, by up to half a minor unit.
  if (hasComputed && Math.abs(annual.minor - computed.minor) > (isAnnualTotal ? 1 : 6)) {
    const [stated, billed] = [annual, computed].map(({ minor }) =>
      formatMajor(minor / minorUnitsPerMajor(currency), currency),
    );
    return {
      error: `annualPrice ${annualPrice} is ${stated} a year, but the price and billing make it ${billed}.`,
    };
  }
  const fee =
    annualPrice !== null && terms.period === 'year'
      ? annual
      : roundFraction(scale(amount, currency, getFeeFactors(listedPeriod, terms)));
  const hasAnnual = terms.period === 'month' && (hasComputed || annualPrice !== null);
  if (Math.max(fee.minor, hasAnnual ? annual.minor : 0) > maxFee) return { error: tooLarge(amount) };

  const isUser = per === 'user';
  const changes: string[] = [];
  if (!fee.exact) changes.push('rounded to the minor unit of the currency');
  if (hasAnnual && !annual.exact)
    changes.push('the annual price was rounded to the minor unit of the currency');
  if (listedPeriod === 'month' && (factors.monthly ?? 1) !== 1)
    changes.push('multiplied by the monthly factor');
  if (listedPeriod !== terms.period) changes.push(`converted to a price per ${terms.period}`);
  const onlyAnnual =
    terms.period === 'month' &&
    (listedPeriod === 'year' || (factors.monthly === null && factors.annual !== null));
  const suffix = isUser ? ` per ${priceUnit ?? 'user'}` : priceUnit === null ? '' : ` per ${priceUnit}`;
  return {
    price: {
      fee: isUser ? null : fee.minor,
      userFee: isUser ? fee.minor : null,
      feeUnit: isUser ? null : priceUnit,
      userFeeUnit: isUser ? priceUnit : null,
      annualFee: hasAnnual && !isUser ? annual.minor : null,
      annualUserFee: hasAnnual && isUser ? annual.minor : null,
      priceText: null,
    },
    notes: [
      ...(onlyAnnual ? ['Only with annual billing'] : []),
      ...(listedPeriod === 'year' ? [] : describeOtherPeriods(amount, suffix, terms)),
    ],
    changes,
    warning: fee.exact ? null : `${amount} ${unit} was rounded.`,
  };
}

/** A text with a figure, such as "1% up to $99", states a price that "on request" alone would lose. */
function resolveText(text: string): ResolvedPrice {
  if (!/\d/.test(text)) return unpriced;
  const words = text.replace(/\s+/g, ' ');
  return {
    ...unpriced,
    price: { ...onRequest, priceText: words },
    changes: ['the price is a text: on request, in these words'],
    warning: `"${words}" is not a number. The price is served as "on request", in these words.`,
  };
}

/** A price by the year in an app that is billed by the month is divided, and a price by the month is multiplied. */
function getFeeFactors(listed: BillingPeriod, { period, factors }: BillingTerms): Factor[] {
  if (listed === 'year') return period === 'year' ? [] : [[1, 12]];
  if (period === 'year') return [12, factors.annual ?? factors.monthly ?? 1];
  return [factors.monthly ?? 1];
}

/** A price by the year is the annual price. */
function getAnnualFactors(listed: BillingPeriod, { annual }: BillingFactors): Factor[] {
  return listed === 'year' ? [] : [12, annual ?? 1];
}

/** "Billed quarterly: $8.10 per user / month". */
function describeOtherPeriods(amount: number, suffix: string, { currency, factors }: BillingTerms): string[] {
  return factors.others.map(({ name, factor }) => {
    const { minor } = roundFraction(scale(amount, currency, [factor]));
    const price = formatMajor(minor / minorUnitsPerMajor(currency), currency);
    return `Billed ${toLowerCaseWords(name)}: ${price}${suffix} / month`;
  });
}

/** "$45 per seat" of an add-on that adds one seat is its fee. */
function toFeePerQuantity(price: Price): Price {
  const { userFee, userFeeUnit, annualUserFee } = price;
  if (userFee === null) return price;
  return { ...onRequest, fee: userFee, feeUnit: userFeeUnit ?? 'user', annualFee: annualUserFee };
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

interface PricedItem {
  price: ListedPrice;
  annualPrice: number | null;
  unit: string;
  /** Whether the price is for one of the item, not for each user of the account. */
  isPerQuantity?: boolean;
}

interface Overrides {
  file: YamlFile;
  prices: PriceExtension;
}

/** Resolves prices, and collects the diagnostics and what becomes of each price. */
export class PriceResolver {
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    readonly terms: BillingTerms,
    private readonly report: ImportReport,
  ) {}

  /** Resolves the price of the plan or add-on at `path`. An invalid price resolves to "on request". */
  resolve(
    file: YamlFile,
    path: string[],
    { price, annualPrice, unit, isPerQuantity = false }: PricedItem,
    overrides: Overrides | null,
  ): Pick<ResolvedPrice, 'price' | 'notes'> {
    const pricePath = [...path, 'price'];
    const resolved = resolvePrice(price, unit, this.terms, annualPrice);
    if ('price' in resolved && isPerQuantity) resolved.price = toFeePerQuantity(resolved.price);
    const replaced = overrides && this.resolveOverrides(overrides, path);
    const replacesFee = replaced !== null && 'priceText' in replaced;
    if (replacesFee) this.report.change('price', pricePath, 'set by the extension');
    if ('error' in resolved) {
      if (!replacesFee) this.diagnostics.push(file.diagnosticAt(pricePath, resolved.error));
      return { price: { ...onRequest, ...replaced }, notes: [] };
    }
    this.report.keep('price', pricePath);
    for (const reason of replacesFee ? [] : resolved.changes) {
      this.report.change('price', pricePath, reason);
    }
    if (resolved.warning !== null && !replacesFee) this.report.warn(pricePath, resolved.warning);
    return {
      price: { ...(replaced?.priceText ? onRequest : resolved.price), ...replaced },
      notes: replaced?.priceText ? [] : resolved.notes,
    };
  }

  /**
   * The prices that the extension sets, which are in major units. An annual price that it does not set follows from a fee
   * that it sets.
   */
  private resolveOverrides({ file, prices }: Overrides, path: string[]): Partial<Price> {
    const { factors, period } = this.terms;
    const resolved: Partial<Price> = {};
    const names = [
      ['fee', 'annual_fee', 'fee', 'annualFee'],
      ['user_fee', 'annual_user_fee', 'userFee', 'annualUserFee'],
    ] as const;
    for (const [feeKey, annualKey, fee, annual] of names) {
      const amount = prices[feeKey];
      if (amount !== undefined) {
        resolved[fee] = this.toMinor(file, [...path, feeKey], amount);
        const scaled = amount === null ? null : this.scaleToYear(amount);
        if (period === 'month') resolved[annual] = factors.annual === null ? null : scaled;
      }
      const annualAmount = prices[annualKey];
      if (annualAmount !== undefined)
        resolved[annual] = this.toMinor(file, [...path, annualKey], annualAmount);
    }
    // A fee replaces a price in words, and the reverse.
    if (prices.price_text !== undefined || prices.fee !== undefined || prices.user_fee !== undefined) {
      resolved.priceText = prices.price_text ?? null;
    }
    const { fee, user_fee, annual_fee, annual_user_fee } = prices;
    if (prices.price_text && [fee, user_fee, annual_fee, annual_user_fee].some((amount) => amount != null)) {
      this.diagnostics.push(file.diagnosticAt([...path, 'price_text'], 'A price in words can’t have fees.'));
    }
    if (prices.fee_unit !== undefined) resolved.feeUnit = prices.fee_unit;
    if (prices.user_fee_unit !== undefined) resolved.userFeeUnit = prices.user_fee_unit;
    return resolved;
  }

  private scaleToYear(amount: number): number {
    return roundFraction(scale(amount, this.terms.currency, [12, this.terms.factors.annual ?? 1])).minor;
  }

  private toMinor(file: YamlFile, path: string[], amount: number | null): number | null {
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

/**
 * Converts an amount to an integer of the currency's minor unit: 12.5 USD to 1250. If the amount has more decimals than the
 * minor unit, `exact` is false and the result is rounded half up.
 */
export function toMinorUnits(amount: number, currency: string): { minor: number; exact: boolean } {
  return roundFraction(scale(amount, currency, []));
}

/** A factor, or a numerator and a denominator. */
type Factor = number | [numerator: number, denominator: number];

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** Multiplies an amount exactly, in minor units. Uses the decimal digits, because floating-point numbers are inexact. */
function scale(amount: number, currency: string, factors: Factor[]): Fraction {
  return [amount, minorUnitsPerMajor(currency), ...factors].map(toFraction).reduce((product, factor) => ({
    numerator: product.numerator * factor.numerator,
    denominator: product.denominator * factor.denominator,
  }));
}

function toFraction(factor: Factor): Fraction {
  if (typeof factor !== 'number') {
    return { numerator: BigInt(factor[0]), denominator: BigInt(factor[1]) };
  }
  const [whole = '0', fraction = ''] = toDecimalString(factor).split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** Rounds half up. */
function roundFraction({ numerator, denominator }: Fraction): { minor: number; exact: boolean } {
  return {
    minor: Number((numerator * 2n + denominator) / (denominator * 2n)),
    exact: numerator % denominator === 0n,
  };
}

/** Formats an amount in major units: `€0.18`. Keeps up to six decimals. */
export function formatMajor(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(Number.isInteger(amount) && { minimumFractionDigits: 0 }),
    maximumFractionDigits: 6,
  }).format(amount);
}

/** The shortest decimal representation, which is what the file contains. */
function toDecimalString(amount: number): string {
  const text = String(amount);
  if (!text.includes('e')) return text;
  return amount >= 1 ? BigInt(amount).toString() : amount.toFixed(20);
}
