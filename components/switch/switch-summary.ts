import { isAtLeast } from '@/components/pricing/plan-inheritance';
import type { FeatureRef } from '@/lib/contract/fields';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Matrix, VersionEntry } from '@/lib/contract/versions';
import { calculateTotal, type Fees } from '@/lib/format/price';

export type SwitchPreviewData = SwitchPreview['data'];

/** A difference between the displayed preview and a newer one. */
export type PreviewChange = 'plan' | 'price' | 'features' | 'other';

type PricedPlan = Pick<VersionEntry, 'id' | 'fee' | 'user_fee'>;

/** What the user saw: the list's entries before the first preview, afterwards the previous preview. */
export interface PreviewBaseline {
  from: PricedPlan | null;
  to: PricedPlan;
  /** The ids of all gained and lost features. Absent for list entries. */
  features?: string;
}

export function toBaseline(preview: SwitchPreviewData): PreviewBaseline {
  const { gained, lost, optional_gained, optional_lost } = preview;
  const features = [gained, lost, optional_gained, optional_lost].map((refs) =>
    refs.map(({ id }) => id).join(),
  );
  return { from: preview.from, to: preview.to, features: features.join(';') };
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
  return a?.fee === b?.fee && a?.user_fee === b?.user_fee;
}

export type PriceColumn = 'base' | 'per_user' | 'total';

/** Minor units or a word. Null for an empty cell; `on_request` for a plan without a price. */
export type PriceCell = number | 'free' | 'on_request' | null;

interface PriceRows {
  columns: PriceColumn[];
  from: PriceCell[] | null;
  to: PriceCell[];
  /** Null when either plan has no price. */
  difference: PriceCell[] | null;
}

/** The rows of the price table. Omits columns that neither plan uses, and adds a total for more than one user. */
export function buildPriceRows(
  { from, to }: Pick<SwitchPreviewData, 'from' | 'to'>,
  seats: number,
): PriceRows {
  const plans = from ? [from, to] : [to];
  const has = (field: keyof Fees) => plans.some((plan) => (plan[field] ?? 0) > 0);
  const columns: PriceColumn[] = [];
  if (has('fee') || !has('user_fee')) columns.push('base');
  if (has('user_fee')) columns.push('per_user');
  if (has('user_fee') && seats > 1) columns.push('total');
  return {
    columns,
    from: from && columns.map((column, index) => getPriceCell(from, column, seats, index === 0)),
    to: columns.map((column, index) => getPriceCell(to, column, seats, index === 0)),
    difference:
      from && isPriced(from) && isPriced(to)
        ? columns.map((column) => getAmount(to, column, seats) - getAmount(from, column, seats))
        : null,
  };
}

const isPriced = ({ fee, user_fee }: Fees) => fee !== null || user_fee !== null;

function getAmount(fees: Fees, column: PriceColumn, seats: number): number {
  if (column === 'total') return calculateTotal(fees, seats) ?? 0;
  return (column === 'base' ? fees.fee : fees.user_fee) ?? 0;
}

/** `free` and `on_request` appear only in the first column. */
function getPriceCell(fees: Fees, column: PriceColumn, seats: number, isFirst: boolean): PriceCell {
  if (!isPriced(fees)) return isFirst ? 'on_request' : null;
  if (!fees.fee && !fees.user_fee) return isFirst ? 'free' : null;
  return getAmount(fees, column, seats) || null;
}

/** A feature that both plans include with different values. `different` marks values that cannot be compared. */
export interface AmountChange {
  id: string;
  title: string;
  before: string | null;
  after: string | null;
  kind: 'more' | 'less' | 'different';
}

export function findAmountChanges(
  matrix: Matrix | undefined,
  from: string | undefined,
  to: string,
): AmountChange[] {
  if (!matrix || from === undefined) return [];
  return matrix.features
    .filter(({ versions, values }) => versions[from] && versions[to] && values[from] !== values[to])
    .map(({ id, title, values }) => ({
      id,
      title,
      before: values[from] ?? null,
      after: values[to] ?? null,
      kind: compareAmounts(values[from], values[to]),
    }));
}

function compareAmounts(before: string | undefined, after: string | undefined): AmountChange['kind'] {
  if (isAtLeast(after, before)) return 'more';
  return isAtLeast(before, after) ? 'less' : 'different';
}

interface GroupedFeatureChanges {
  lost: FeatureRef[];
  /** Included in both plans, with a lower or an incomparable value. */
  notIncreased: AmountChange[];
  optionalLost: FeatureRef[];
  /** Newly included features, except those in `optionalGained`. */
  gained: FeatureRef[];
  increased: AmountChange[];
  /** Newly included features that were optional before. */
  optionalGained: FeatureRef[];
  /** Does not count features whose value differs. */
  unchangedCount: number;
  hasLosses: boolean;
  hasGains: boolean;
}

/** Groups the changes of a switch into losses and gains. */
export function groupFeatureChanges(
  preview: SwitchPreviewData,
  matrix: Matrix | undefined,
): GroupedFeatureChanges {
  const { from, to, lost, gained, kept, optional_gained, optional_lost } = preview;
  const amounts = findAmountChanges(matrix, from?.id, to.id);
  const increased = amounts.filter(({ kind }) => kind === 'more');
  const notIncreased = amounts.filter(({ kind }) => kind !== 'more');
  const wereOptional = new Set(optional_gained.map(({ id }) => id));
  return {
    lost,
    notIncreased,
    optionalLost: optional_lost,
    gained: gained.filter(({ id }) => !wereOptional.has(id)),
    increased,
    optionalGained: optional_gained,
    unchangedCount: Math.max(0, kept.length - amounts.length),
    hasLosses: lost.length + notIncreased.length + optional_lost.length > 0,
    hasGains: gained.length + increased.length > 0,
  };
}
