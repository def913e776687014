import type { FeeName } from '@/lib/contract/enums';
import { type BillingPeriod, maxFee } from '@/lib/contract/fields';
import type { Price } from '@/lib/db/catalog';
import { type Currency, formatMajor, formatMoney } from '@/lib/format/money';
import type { PriceExtension } from '../parse/extension';
import type { ListedPrice } from '../parse/normalize-price-list';
import type { Diagnostic } from '../yaml/diagnostics';
import type { YamlFile } from '../yaml/yaml-file';
import type { BillingFactors } from './billing';
import { parseBillingUnit, toLowerCaseWords } from './billing-unit';
import { type Factor, type RoundedAmount, roundFraction, scale, toMinorUnits } from './exact-amounts';
import type { ImportReport } from './import-report';

/** What all prices of a list have in common. */
export interface BillingTerms extends Currency {
  period: BillingPeriod;
  factors: BillingFactors;
}

interface ResolvedPrice {
  price: Price;
  /** What the price does not say, for `more_info`: "Billed quarterly: $8.10 per user / month". */
  notes: string[];
  /** Why the price is not served as in the list. */
  changes: string[];
  /** What the operator is warned of. */
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
  const { factors } = terms;
  if (amount === 0) {
    if (annualPrice) return { error: `annualPrice is ${annualPrice}, but the price is 0.` };
    const isSoldAnnually = terms.period === 'month' && (annualPrice !== null || factors.annual !== null);
    return { ...unpriced, price: { ...onRequest, fee: 0, annualFee: isSoldAnnually ? 0 : null } };
  }
  const { per, unit: priceUnit, period: writtenPeriod } = parseBillingUnit(unit, terms.currency);
  // Less than one currency unit per thing, without a period, is a price of usage.
  const stated = writtenPeriod ?? (per === 'unit' && amount < 1 ? 'usage' : null);
  const inMajor = formatMajor(terms, amount);
  if (stated === 'usage') return serveInWords(`${inMajor} per ${priceUnit}`, 'metered usage');
  if (stated === 'once') return serveInWords(`${inMajor}, ${priceUnit}`, 'a single payment');
  if (!listed.computed && !toMinorUnits(amount, terms).exact) {
    return { error: tooManyDecimals(amount, terms) };
  }

  const period = stated ?? terms.period;
  const resolved = resolveFees({ amount, annualPrice, period }, terms);
  if ('error' in resolved) return resolved;
  const { fee, annual } = resolved;
  const isUser = per === 'user';
  const amounts = { fee: fee?.minor ?? null, feeUnit: priceUnit, annualFee: annual?.minor ?? null };
  return {
    price: { ...onRequest, ...(isUser ? toUserFee(amounts) : amounts) },
    notes: describeBilling(amount, period, isUser ? (priceUnit ?? 'user') : priceUnit, terms),
    changes: listChanges(resolved, period, terms),
    warning: (fee ?? annual)?.exact === false ? `${amount} ${unit} was rounded.` : null,
  };
}

type FeeAmounts = Pick<Price, 'fee' | 'feeUnit' | 'annualFee'>;

const toUserFee = ({ fee, feeUnit, annualFee }: FeeAmounts) => ({
  userFee: fee,
  userFeeUnit: feeUnit,
  annualUserFee: annualFee,
});

/** `kind` names what the price is for. */
function serveInWords(priceText: string, kind: string): ResolvedPrice {
  const changes = [`the price of ${kind} is served in words`];
  return { ...unpriced, price: { ...onRequest, priceText }, changes };
}

/** An amount of the price list, for a billing period. */
interface ListedAmount {
  amount: number;
  annualPrice: number | null;
  period: BillingPeriod;
}

interface Fees {
  /** The value is null if the price is only sold for a year. */
  fee: RoundedAmount | null;
  /** The value is null if there is no annual price beside the fee. */
  annual: RoundedAmount | null;
}

function resolveFees(listed: ListedAmount, terms: BillingTerms): Fees | { error: string } {
  const { amount, annualPrice, period } = listed;
  const isMonthly = terms.period === 'month';
  const yearly = resolveYear(listed, terms);
  if ('error' in yearly) return yearly;
  const hasAnnual = isMonthly && (annualPrice !== null || hasYearlyPrice(period, terms.factors));
  const annual = hasAnnual ? yearly : null;
  const fee = isMonthly && !hasMonthlyPrice(period, terms.factors) ? null : resolveFee(listed, terms, yearly);
  const isTooLarge = Math.max(fee?.minor ?? 0, annual?.minor ?? 0) > maxFee;
  return isTooLarge ? { error: tooLarge(amount) } : { fee, annual };
}

/** The price of the app's period. */
function resolveFee(
  { amount, annualPrice, period }: ListedAmount,
  terms: BillingTerms,
  yearly: RoundedAmount,
): RoundedAmount {
  if (annualPrice !== null && terms.period === 'year') return yearly;
  return roundFraction(scale(amount, terms, getFeeFactors(period, terms)));
}

/**
 * The price of a year. An `annualPrice` above the amount is a total, otherwise it is by the month. Returns an error if it
 * contradicts the factors.
 */
function resolveYear(
  { amount, annualPrice, period }: ListedAmount,
  terms: BillingTerms,
): RoundedAmount | { error: string } {
  const { factors } = terms;
  const computed = roundFraction(scale(amount, terms, getAnnualFactors(period, factors)));
  if (annualPrice === null) return computed;
  const isTotal = annualPrice > amount;
  const stated = roundFraction(scale(annualPrice, terms, isTotal ? [] : [12]));
  // A price per month is rounded, by up to half a minor unit.
  const isEqual = Math.abs(stated.minor - computed.minor) <= (isTotal ? 1 : 6);
  if (isEqual || !hasYearlyPrice(period, factors)) return stated;
  const [written, billed] = [stated, computed].map(({ minor }) => formatMoney('en', terms, minor));
  return {
    error: `annualPrice ${annualPrice} is ${written} a year, but the price and billing make it ${billed}.`,
  };
}

/** Whether price and billing factors state a price by the year. */
const hasYearlyPrice = (listed: BillingPeriod, { annual }: BillingFactors) =>
  listed === 'year' || annual !== null;

/** Whether price and billing factors state a price by the month. */
const hasMonthlyPrice = (listed: BillingPeriod, { monthly, annual }: BillingFactors) =>
  listed === 'month' && (monthly !== null || annual === null);

/** Why the price is not served as in the list. */
function listChanges(
  { fee, annual }: Fees,
  listed: BillingPeriod,
  { period, factors }: BillingTerms,
): string[] {
  const changes: [boolean, string][] = [
    [fee?.exact === false, 'rounded to the minor unit of the currency'],
    [annual?.exact === false, 'the annual price was rounded to the minor unit of the currency'],
    [listed === 'month' && (factors.monthly ?? 1) !== 1, 'multiplied by the monthly factor'],
    [fee !== null && listed !== period, `converted to a price per ${period}`],
  ];
  return changes.flatMap(([applies, change]) => (applies ? [change] : []));
}

/** "Billed quarterly: $8.10 per user / month". */
function describeBilling(
  amount: number,
  listed: BillingPeriod,
  unit: string | null,
  terms: BillingTerms,
): string[] {
  if (listed === 'year') return [];
  return terms.factors.others.map(({ name, factor }) => {
    const { minor } = roundFraction(scale(amount, terms, [factor]));
    const price = formatMoney('en', terms, minor);
    return `Billed ${toLowerCaseWords(name)}: ${price}${unit === null ? '' : ` per ${unit}`} / month`;
  });
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

/** A price by the month is multiplied in an app that is billed by the year. */
function getFeeFactors(listed: BillingPeriod, { period, factors }: BillingTerms): Factor[] {
  if (listed === 'year') return [];
  if (period === 'year') return [12, factors.annual ?? factors.monthly ?? 1];
  return [factors.monthly ?? 1];
}

/** A price by the year is the annual price. */
function getAnnualFactors(listed: BillingPeriod, { annual }: BillingFactors): Factor[] {
  return listed === 'year' ? [] : [12, annual ?? 1];
}

/** "$45 per seat" of an add-on that adds one seat is its fee. */
function toFeePerQuantity(price: Price): Price {
  const { userFee, userFeeUnit, annualUserFee } = price;
  if (userFee === null && annualUserFee === null) return price;
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
    if (overrides && !replacesFee && resolved.price.priceText !== null)
      this.rejectAnnualFees(overrides, path, resolved.price.priceText);
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
    const { price_text, fee, user_fee, annual_fee, annual_user_fee, fee_unit, user_fee_unit } = prices;
    const isMonthly = this.terms.period === 'month';
    if (price_text && [fee, user_fee, annual_fee, annual_user_fee].some((amount) => amount != null)) {
      this.diagnostics.push(file.diagnosticAt([...path, 'price_text'], 'A price in words can’t have fees.'));
    }
    const toMinor = (key: FeeName) => this.toMinor(file, [...path, key], prices[key] ?? null);
    const toAnnual = (key: FeeName) => this.toAnnual(file, [...path, key], prices[key] ?? null);
    return {
      ...(fee !== undefined && { fee: toMinor('fee') }),
      ...(annual_fee !== undefined
        ? { annualFee: toMinor('annual_fee') }
        : fee !== undefined && isMonthly && { annualFee: toAnnual('fee') }),
      ...(user_fee !== undefined && { userFee: toMinor('user_fee') }),
      ...(annual_user_fee !== undefined
        ? { annualUserFee: toMinor('annual_user_fee') }
        : user_fee !== undefined && isMonthly && { annualUserFee: toAnnual('user_fee') }),
      // A fee replaces a price in words, and the reverse.
      ...([price_text, fee, user_fee].some((each) => each !== undefined) && {
        priceText: price_text ?? null,
      }),
      ...(fee_unit !== undefined && { feeUnit: fee_unit }),
      ...(user_fee_unit !== undefined && { userFeeUnit: user_fee_unit }),
    };
  }

  /** An annual price in the extension does not replace a price in words. */
  private rejectAnnualFees({ file, prices }: Overrides, path: string[], priceText: string): void {
    for (const key of ['annual_fee', 'annual_user_fee'] as const) {
      if (prices[key] == null) continue;
      const message = `The price is in words, "${priceText}". Set fee or user_fee too.`;
      this.diagnostics.push(file.diagnosticAt([...path, key], message));
    }
  }

  /** The annual price that follows from a fee by the month. */
  private toAnnual(file: YamlFile, path: string[], fee: number | null): number | null {
    const { factors } = this.terms;
    if (factors.annual === null || fee === null) return null;
    const { minor } = roundFraction(scale(fee, this.terms, [12, factors.annual]));
    if (minor > maxFee) this.diagnostics.push(file.diagnosticAt(path, tooLarge(fee)));
    return minor;
  }

  private toMinor(file: YamlFile, path: string[], amount: number | null): number | null {
    if (amount === null) return null;
    const { minor, exact } = toMinorUnits(amount, this.terms);
    if (!exact) this.diagnostics.push(file.diagnosticAt(path, tooManyDecimals(amount, this.terms)));
    if (minor > maxFee) this.diagnostics.push(file.diagnosticAt(path, tooLarge(amount)));
    return minor;
  }
}

const tooLarge = (amount: number) => `${amount} exceeds the maximum fee.`;
const tooManyDecimals = (amount: number, { currency }: Currency) =>
  `${amount} has too many decimals for ${currency}.`;
