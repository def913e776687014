import { getFeatureContent } from '@/components/feature-content/feature-content';
import { splitChanges } from '@/components/feature-content/split-changes';
import type { ChangeCounts } from '@/components/i18n/en/switching';
import type { BillingPeriod, FeatureContent, FeatureRef } from '@/lib/contract/fields';
import type { SwitchPreview, Total } from '@/lib/contract/switch';
import type { Matrix, MatrixFeature } from '@/lib/contract/versions';
import { isAtLeast, isSameContent } from '@/lib/format/localized-amount';
import { hasSamePrice, type VersionPrice } from '@/lib/pricing/price';
import { buildReceipt, type Receipt, type ReceiptAddOn, type ReceiptState } from '@/lib/pricing/receipt';

export type SwitchPreviewData = SwitchPreview['data'];

/** A difference between the displayed preview and a newer one. */
export type PreviewChange = 'plan' | 'price' | 'features' | 'other';

type PricedPlan = VersionPrice & { id: string };

/** What the user saw: the list's entries before the first preview, afterwards the previous preview. */
export interface PreviewBaseline {
  from: PricedPlan | null;
  to: PricedPlan;
  /** All features that the switch changes, with their amounts. It is absent for list entries. */
  features?: string;
}

export function toBaseline(preview: SwitchPreviewData): PreviewBaseline {
  const { from, to, gained, lost, raised, lowered, changed, optional_gained, optional_lost, options } =
    preview;
  const features = [gained, lost, raised, lowered, changed, optional_gained, optional_lost, options];
  // What the account uses is no change of the plans.
  return { from, to, features: JSON.stringify(features, (key, value) => (key === 'usage' ? 0 : value)) };
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

/** The add-ons that are on before and after a switch. */
interface SwitchedAddOns {
  before: ReceiptAddOn[];
  after: ReceiptAddOn[];
}

/** The prices of a switch. `options` is null while the add-ons are unknown. */
export interface SwitchPrices<P extends VersionPrice = VersionPrice> {
  from: P | null;
  to: P;
  options: SwitchedAddOns | null;
  /** Period of the app's fees. */
  app: BillingPeriod;
  /** Periods that are billed. */
  billed: Record<'before' | 'after', BillingPeriod>;
  /** Period that both can be compared in: that of the account, or a year if the switch changes it. */
  period: BillingPeriod;
  /** The number of users before the switch. The default is as after it. */
  previousUsers?: number;
}

/** `preview` is null until it is loaded. */
export function toSwitchPrices<P extends VersionPrice>(
  { from, to }: { from: P | null; to: P },
  { app, ...periods }: { before: BillingPeriod | null; after: BillingPeriod; app: BillingPeriod },
  preview: Pick<SwitchPreviewData, 'options' | 'totals'> | null,
): SwitchPrices<P> {
  const billed = { before: periods.before ?? periods.after, after: periods.after };
  // A fee per thing can be priced if the add-on is sold by quantity.
  const getQuantity = (id: string, quantity: number, total: Total | null | undefined) =>
    total?.not_included.includes(id) ? null : quantity;
  return {
    from,
    to,
    app,
    billed,
    period: billed.before === billed.after ? billed.after : 'year',
    options: preview && {
      before: preview.options
        .filter(({ outcome }) => outcome !== 'restored')
        .map(({ id, previous_id = id, title, quantity, previous_quantity = quantity, previous: price }) => ({
          id,
          title,
          quantity: getQuantity(previous_id, previous_quantity, preview.totals.before),
          price,
        })),
      after: preview.options
        .filter(({ outcome }) => outcome !== 'lost')
        .map(({ id, title, quantity, outcome, ...price }) => ({
          id,
          title,
          quantity: getQuantity(id, quantity, preview.totals.after),
          price: outcome === 'included' ? null : price,
        })),
    },
  };
}

/** The states of the receipt: before the switch, unless there is no current plan, and after it. */
export function listReceiptStates({
  from,
  to,
  options,
  billed,
  previousUsers,
}: SwitchPrices): ReceiptState[] {
  const after = { plan: to, addOns: options?.after ?? [], billed: billed.after };
  const before = from && { plan: from, addOns: options?.before ?? [], billed: billed.before };
  return before ? [{ ...before, ...(previousUsers && { users: previousUsers }) }, after] : [after];
}

export function buildSwitchReceipt(prices: SwitchPrices, users: number) {
  return buildReceipt(listReceiptStates(prices), { app: prices.app, shown: prices.period, users });
}

/** The totals before and after a switch, in minor units. */
export interface PriceTotals extends Pick<Receipt, 'perUser' | 'userUnit' | 'users'> {
  /** The value is null without a current plan, or if its price is unknown. */
  before: number | null;
  after: number;
}

/** The value is null if the total after the switch is unknown, such as that of a plan without a price. */
export function calculateTotals(prices: SwitchPrices, users: number): PriceTotals | null {
  const { totals, perUser, userUnit, ...receipt } = buildSwitchReceipt(prices, users);
  const [before, after] = prices.from ? totals : [null, ...totals];
  if (after == null) return null;
  return { before: before ?? null, after, perUser, userUnit, users: receipt.users };
}

/** What a switch loses and gains, as the dialog lists it. */
export function countChanges(changes: ComparedFeatures): ChangeCounts {
  const { lost, lostLimits, gained, gainedLimits } = groupFeatureChanges(changes, undefined);
  return {
    lost: lost.length,
    lostLimits: lostLimits.length,
    lowered: changes.lowered.length,
    gained: gained.length,
    gainedLimits: gainedLimits.length,
    raised: changes.raised.length,
  };
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
    const { id, title, is_limit, better_amount: better, offers: addOns } = feature;
    const ref = { id, title, is_limit };
    const before = from && getFeatureContent(feature, from.id);
    const after = getFeatureContent(feature, to.id);
    const wasOptional = from !== null && !before && addOns[from.id] !== undefined;
    if (before && after) {
      result.kept.push(ref);
      if (isSameContent(before, after)) continue;
      const otherKind = isAtLeast(before, after) ? 'lowered' : 'changed';
      const kind = isAtLeast(after, before) ? 'raised' : otherKind;
      const improved =
        kind === 'changed' || better === null ? null : (kind === 'lowered') === (better === 'lower');
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
  /** The value is null if the matrix doesn't have the feature. */
  content: FeatureContent | null;
  wasOptional: boolean;
}

const isLimit = ({ is_limit }: FeatureRef) => is_limit;

/** Groups the changes of a switch into losses and gains. */
export function groupFeatureChanges(changes: ComparedFeatures, matrix: Matrix | undefined) {
  const { from, to, kept, raised, lowered, changed, optional_gained, optional_lost } = changes;
  const wereOptional = new Set(optional_gained.map(({ id }) => id));
  const rows = new Map(matrix?.features.map((row) => [row.id, row]));
  const addContent = (feature: FeatureRef, versionId: string | undefined): IncludedFeature => {
    const row = rows.get(feature.id);
    const content = row && versionId !== undefined ? getFeatureContent(row, versionId) : null;
    return { ...feature, content, wasOptional: wereOptional.has(feature.id) };
  };
  const lost = changes.lost.map((row) => addContent(row, from?.id));
  const gained = changes.gained.map((row) => addContent(row, to.id));
  const changedIds = new Set([...raised, ...lowered, ...changed].map(({ id }) => id));
  const unchanged = kept.filter(({ id }) => !changedIds.has(id));
  const unchangedLimitCount = unchanged.filter(isLimit).length;
  const split = splitChanges({ lost, gained, raised, lowered, changed });
  return {
    ...split,
    /** Features, and limits that are rows of their own, that both plans include with the same content. */
    unchangedFeatureCount: unchanged.length - unchangedLimitCount,
    unchangedLimitCount,
    hasLosses: lost.length + optional_lost.length + split.lowered.length + split.raisedCosts.length > 0,
    hasGains: gained.length + split.raised.length + split.loweredCosts.length > 0,
  };
}
