import { getFeatureContent } from '@/components/feature-content/feature-content';
import { priceFieldNames } from '@/components/pricing/price-messages';
import type { BillingPeriod, FeatureChange, FeatureContent, FeatureRef } from '@/lib/contract/fields';
import type { SwitchPreview, Total } from '@/lib/contract/switch';
import type { Matrix, MatrixFeature, Price } from '@/lib/contract/versions';
import { isAtLeast, isSameContent } from '@/lib/format/localized-amount';
import { calculateTotal, type Fees, toShownPrice } from '@/lib/format/price';

export type SwitchPreviewData = SwitchPreview['data'];

/** A difference between the displayed preview and a newer one. */
export type PreviewChange = 'plan' | 'price' | 'features' | 'other';

type PricedPlan = Price & { id: string };

/** What the user saw: the list's entries before the first preview, afterwards the previous preview. */
export interface PreviewBaseline {
  from: PricedPlan | null;
  to: PricedPlan;
  /** All features that the switch changes, with their amounts. Absent for list entries. */
  features?: string;
}

export function toBaseline(preview: SwitchPreviewData): PreviewBaseline {
  const { from, to, gained, lost, raised, lowered, changed, optional_gained, optional_lost, options } =
    preview;
  const features = [gained, lost, raised, lowered, changed, optional_gained, optional_lost, options];
  return { from, to, features: JSON.stringify(features) };
}

/** The most important change comes first. Another current plan is the only change reported. */
export function findPreviewChanges(before: PreviewBaseline, preview: SwitchPreviewData): PreviewChange[] {
  const after = toBaseline(preview);
  if ((before.from?.id ?? null) !== (after.from?.id ?? null)) return ['plan'];
  const changes: PreviewChange[] = [];
  if (!hasSamePrice(before.from, after.from) || !hasSamePrice(before.to, after.to)) changes.push('price');
  if (before.features !== undefined && before.features !== after.features) changes.push('features');
  return changes;
}

function hasSamePrice(a: PricedPlan | null, b: PricedPlan | null): boolean {
  return priceFieldNames.every((field) => a?.[field] === b?.[field]);
}

/** A column of the price table: a fee with the unit that it is charged per, the add-ons, or the total for the users. */
export type PriceColumn = { kind: 'base' | 'per_user'; unit: string | null } | { kind: 'options' | 'total' };

/** Minor units, a word or the price in words. Null for an empty cell; `on_request` for a plan without a price. */
export type PriceCell = number | 'free' | 'on_request' | { text: string } | null;

interface PriceRows {
  columns: PriceColumn[];
  from: PriceCell[] | null;
  to: PriceCell[];
  /** Null when either plan has no price, or when they charge a fee per different units. */
  difference: PriceCell[] | null;
}

/**
 * The rows of the price table. Fees that are charged per different units have separate columns. Omits columns that neither
 * plan uses, and adds a total for more than one user, except for fees per other units.
 */
export function buildPriceRows({ from, to, options }: SwitchPrices, seats: number): PriceRows {
  const plans = from ? [from, to] : [to];
  const columns: PriceColumn[] = [];
  for (const unit of listUnits(plans, 'fee')) columns.push({ kind: 'base', unit });
  for (const unit of listUnits(plans, 'user_fee')) columns.push({ kind: 'per_user', unit });
  if (columns.length === 0) columns.push({ kind: 'base', unit: null });
  const hasAddOns = options ? addUp(options.before, 1) + addUp(options.after, 1) > 0 : false;
  const hasTotal =
    (hasAddOns || (seats > 1 && plans.some(({ user_fee }) => user_fee))) &&
    !plans.some(({ fee, fee_unit }) => fee && fee_unit);
  if (hasAddOns) columns.push({ kind: 'options' });
  if (hasTotal) columns.push({ kind: 'total' });
  const [before, after] = [options?.before ?? noFees, options?.after ?? noFees];
  return {
    columns,
    from: from && columns.map((column, index) => getPriceCell(from, before, column, seats, index === 0)),
    to: columns.map((column, index) => getPriceCell(to, after, column, seats, index === 0)),
    difference:
      from && isPriced(from) && isPriced(to) && hasComparableUnits(from, to)
        ? columns.map(
            (column) => getAmount(to, after, column, seats) - getAmount(from, before, column, seats),
          )
        : null,
  };
}

/** The sum of fees, in minor units. */
interface FeeSum {
  fee: number;
  user_fee: number;
}

const noFees: FeeSum = { fee: 0, user_fee: 0 };
const addUp = ({ fee, user_fee }: FeeSum, seats: number) => fee + user_fee * seats;

/** The prices of a switch, for one period. `options` are the add-ons that are on, null while they are unknown. */
export interface SwitchPrices {
  from: Price | null;
  to: Price;
  options?: { before: FeeSum; after: FeeSum } | null;
}

/**
 * The prices for the period that both can be compared in: that of the account, or a year if the switch changes it.
 * `preview` is null until it is loaded; the add-ons are unknown then.
 */
export function toComparablePrices<P extends Price & { id: string }>(
  { from, to }: { from: P | null; to: P },
  periods: { before: BillingPeriod | null; after: BillingPeriod; app: BillingPeriod },
  totals: SwitchPreviewData['totals'] | null,
): { from: P | null; to: P; options: NonNullable<SwitchPrices['options']> | null; period: BillingPeriod } {
  const billedBefore = periods.before ?? periods.after;
  const period = billedBefore === periods.after ? periods.after : 'year';
  const shown = { shown: period, period: periods.app };
  const prices = {
    from: from && toShownPrice(from, { ...shown, billed: billedBefore }),
    to: toShownPrice(to, { ...shown, billed: periods.after }),
  };
  const getOptions = (plan: P | null, total: Total | null): FeeSum => {
    if (!total) return noFees;
    const times = total.billing_period === period ? 1 : 12;
    const isCounted = plan !== null && !total.not_included.includes(plan.id);
    return {
      fee: total.fee * times - (isCounted ? (plan.fee ?? 0) : 0),
      user_fee: total.user_fee * times - (isCounted ? (plan.user_fee ?? 0) : 0),
    };
  };
  const options = totals && {
    before: getOptions(prices.from, totals.before),
    after: getOptions(prices.to, totals.after),
  };
  return { ...prices, options, period };
}

/** The totals before and after a switch, in minor units. */
interface PriceTotals {
  /** Null without a current plan. */
  before: number | null;
  after: number;
  /** Whether a total depends on the number of users. */
  perUser: boolean;
}

/** Null if a plan has no price, or charges per something else than users. */
export function calculateTotals({ from, to, options }: SwitchPrices, seats: number): PriceTotals | null {
  const plans = from ? [from, to] : [to];
  if (plans.some(({ user_fee, user_fee_unit }) => user_fee && user_fee_unit)) return null;
  const [before, after] = [from && calculateTotal(from, seats), calculateTotal(to, seats)];
  if (after === null || (from && before === null)) return null;
  const sums = options ?? { before: noFees, after: noFees };
  return {
    before: before === null ? null : before + addUp(sums.before, seats),
    after: after + addUp(sums.after, seats),
    perUser: [...plans, sums.before, sums.after].some(({ user_fee }) => user_fee),
  };
}

function hasComparableUnits(from: Price, to: Price): boolean {
  return listUnits([from, to], 'fee').size <= 1 && listUnits([from, to], 'user_fee').size <= 1;
}

/** The distinct units of a fee, among the plans that charge it. */
function listUnits(plans: Price[], field: 'fee' | 'user_fee'): Set<string | null> {
  return new Set(plans.filter((plan) => plan[field]).map((plan) => plan[`${field}_unit`]));
}

const isPriced = ({ fee, user_fee }: Fees) => fee !== null || user_fee !== null;

function getAmount(price: Price, options: FeeSum, column: PriceColumn, seats: number): number {
  if (!('unit' in column)) {
    return addUp(options, seats) + (column.kind === 'total' ? (calculateTotal(price, seats) ?? 0) : 0);
  }
  const field = column.kind === 'base' ? 'fee' : 'user_fee';
  return price[`${field}_unit`] === column.unit ? (price[field] ?? 0) : 0;
}

/** `on_request` and a price in words appear only in the first column, `free` also as the total. */
function getPriceCell(
  price: Price,
  options: FeeSum,
  column: PriceColumn,
  seats: number,
  isFirst: boolean,
): PriceCell {
  if (column.kind === 'options') return addUp(options, seats) || null;
  if (!isPriced(price)) {
    if (!isFirst) return null;
    return price.price_text === null ? 'on_request' : { text: price.price_text };
  }
  const amount = getAmount(price, options, column, seats);
  if (!price.fee && !price.user_fee && amount === 0) {
    return isFirst || column.kind === 'total' ? 'free' : null;
  }
  return amount || null;
}

type ComparedFeatures = Pick<
  SwitchPreviewData,
  'lost' | 'gained' | 'kept' | 'raised' | 'lowered' | 'changed' | 'optional_gained' | 'optional_lost'
> & { from: { id: string } | null; to: { id: string } };

/** The changes by the matrix of the list. They reserve the space of the changes that the API sends. */
export function predictFeatureChanges(
  from: { id: string } | null,
  to: { id: string },
  features: MatrixFeature[],
): ComparedFeatures {
  const result: ComparedFeatures = {
    from,
    to,
    lost: [],
    gained: [],
    kept: [],
    raised: [],
    lowered: [],
    changed: [],
    optional_gained: [],
    optional_lost: [],
  };
  for (const feature of features) {
    const { id, title, is_limit, lower_is_better: lowerIsBetter, offers: addOns } = feature;
    const ref = { id, title, is_limit };
    const before = from && getFeatureContent(feature, from.id);
    const after = getFeatureContent(feature, to.id);
    const wasOptional = from !== null && !before && addOns[from.id] !== undefined;
    if (before && after) {
      result.kept.push(ref);
      if (isSameContent(before, after)) continue;
      const kind = isAtLeast(after, before) ? 'raised' : isAtLeast(before, after) ? 'lowered' : 'changed';
      const improved = kind === 'changed' ? null : (kind === 'lowered') === lowerIsBetter;
      result[kind].push({ ...ref, from: before, to: after, improved });
    } else if (before) result.lost.push(ref);
    else if (after) result.gained.push(ref);
    if (wasOptional && after) result.optional_gained.push(ref);
    if (wasOptional && !after && !addOns[to.id]) result.optional_lost.push(ref);
  }
  return result;
}

/** A gained or lost feature with its content in the plan that includes it, and whether it was an add-on before. */
export interface IncludedFeature extends FeatureRef {
  /** Null if the matrix doesn't have the feature. */
  content: FeatureContent | null;
  wasOptional: boolean;
}

interface GroupedFeatureChanges {
  lost: IncludedFeature[];
  /** Usage limits that are rows of their own. */
  lostLimits: IncludedFeature[];
  /** Included in both plans, with a worse amount: a lower one, or a higher one of a fee. */
  lowered: FeatureChange[];
  raisedCosts: FeatureChange[];
  gained: IncludedFeature[];
  gainedLimits: IncludedFeature[];
  /** Included in both plans, with a better amount. */
  raised: FeatureChange[];
  loweredCosts: FeatureChange[];
  /** Features, and limits that are rows of their own, that both plans include with the same content. */
  unchangedFeatureCount: number;
  unchangedLimitCount: number;
  hasLosses: boolean;
  hasGains: boolean;
}

const isBetter = ({ improved }: FeatureChange) => improved === true;
const isWorse = ({ improved }: FeatureChange) => improved === false;
const isLimit = ({ is_limit }: FeatureRef) => is_limit;
const isFeature = ({ is_limit }: FeatureRef) => !is_limit;

/** Groups the changes of a switch into losses and gains. */
export function groupFeatureChanges(
  changes: ComparedFeatures,
  matrix: Matrix | undefined,
): GroupedFeatureChanges {
  const { from, to, lost, gained, kept, raised, lowered, changed, optional_gained, optional_lost } = changes;
  const wereOptional = new Set(optional_gained.map(({ id }) => id));
  const rows = new Map(matrix?.features.map((row) => [row.id, row]));
  const addContent = (feature: FeatureRef, versionId: string | undefined): IncludedFeature => {
    const row = rows.get(feature.id);
    const content = row && versionId !== undefined ? getFeatureContent(row, versionId) : null;
    return { ...feature, content, wasOptional: wereOptional.has(feature.id) };
  };
  const lostRows = lost.map((row) => addContent(row, from?.id));
  const gainedRows = gained.map((row) => addContent(row, to.id));
  const changedIds = new Set([...raised, ...lowered, ...changed].map(({ id }) => id));
  const unchanged = kept.filter(({ id }) => !changedIds.has(id));
  return {
    lost: lostRows.filter(isFeature),
    lostLimits: lostRows.filter(isLimit),
    lowered: lowered.filter(isWorse),
    raisedCosts: raised.filter(isWorse),
    gained: gainedRows.filter(isFeature),
    gainedLimits: gainedRows.filter(isLimit),
    raised: raised.filter(isBetter),
    loweredCosts: lowered.filter(isBetter),
    unchangedFeatureCount: unchanged.filter(isFeature).length,
    unchangedLimitCount: unchanged.filter(isLimit).length,
    hasLosses: lost.length + optional_lost.length > 0 || [...raised, ...lowered].some(isWorse),
    hasGains: gained.length > 0 || [...raised, ...lowered].some(isBetter),
  };
}
