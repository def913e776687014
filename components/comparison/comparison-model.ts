import { getFeatureContent } from '@/components/feature-content/feature-content';
import { createMatcher } from '@/components/feature-search/create-matcher';
import { findShownFamily, groupPlanFamilies } from '@/components/pricing/plan-families';
import type { FeatureContent } from '@/lib/contract/fields';
import type { MatrixFeature, Price, VersionEntry } from '@/lib/contract/versions';
import { hasAmount } from '@/lib/format/localized-amount';
import { formatPrice, type PriceFormatOptions } from '@/lib/pricing/format-price';

/** The content of a cell: what a plan has of a feature. */
type ComparisonCell =
  | { kind: 'included' }
  /** An amount or a text. */
  | { kind: 'content'; content: FeatureContent }
  /** The price of the cheapest add-on, and the IDs of all. */
  | { kind: 'optional'; price: Price; addOnIds: string[] }
  | { kind: 'none' };

export function getCell(feature: MatrixFeature, versionId: string): ComparisonCell {
  const content = getFeatureContent(feature, versionId);
  if (content) {
    return hasAmount(content) || content.value ? { kind: 'content', content } : { kind: 'included' };
  }
  const addOn = feature.offers[versionId];
  return addOn ? { kind: 'optional', price: addOn, addOnIds: addOn.ids } : { kind: 'none' };
}

/** Whether the cells of a feature look different between these plans. */
export function hasDifferences(
  feature: MatrixFeature,
  versionIds: readonly string[],
  priceOptions: PriceFormatOptions,
): boolean {
  const keys = new Set(versionIds.map((id) => getCellKey(getCell(feature, id), priceOptions)));
  return keys.size > 1;
}

function getCellKey(cell: ComparisonCell, priceOptions: PriceFormatOptions): string {
  if (cell.kind === 'content') {
    const { amount, unlimited, value } = cell.content;
    return hasAmount(cell.content) ? `amount ${unlimited ? 'unlimited' : amount}` : `text ${value}`;
  }
  if (cell.kind === 'optional') {
    return `${cell.kind} ${cell.addOnIds.length} ${formatPrice(cell.price, priceOptions)}`;
  }
  return cell.kind;
}

export interface FeatureGroup {
  /** Empty for features without a group. */
  title: string;
  features: MatrixFeature[];
}

/** Groups in the order of the catalog. Features without a group come first, so that they follow no other group's heading. */
export function groupFeatures(features: readonly MatrixFeature[]): FeatureGroup[] {
  const groups = new Map<string, MatrixFeature[]>([['', []]]);
  for (const feature of features) {
    const group = groups.get(feature.group);
    if (group) group.push(feature);
    else groups.set(feature.group, [feature]);
  }
  return [...groups].flatMap(([title, members]) =>
    members.length > 0 ? [{ title, features: members }] : [],
  );
}

interface FeatureFilter {
  query: string;
  onlyDifferences: boolean;
  /** The plans to compare for `onlyDifferences`. */
  versionIds: readonly string[];
  priceOptions: PriceFormatOptions;
}

/** Ids of the matching features. */
export function filterFeatures(features: readonly MatrixFeature[], filter: FeatureFilter): Set<string> {
  const rankMatch = createMatcher(filter.query);
  const matching = features.filter(
    (feature) =>
      (!filter.onlyDifferences || hasDifferences(feature, filter.versionIds, filter.priceOptions)) &&
      (rankMatch === null || rankMatch(feature) > 0),
  );
  return new Set(matching.map(({ id }) => id));
}

export interface ComparisonColumn {
  version: VersionEntry;
  /** Whether it is shown on a narrow screen. */
  inPair: boolean;
  /** Shown only on a narrow screen, because the plan is not selected for a wide one. */
  narrowOnly: boolean;
}

interface PlanSelection {
  /** Tags of the plans to show. Empty for the default ones. */
  plans: readonly string[];
  /** Tags of the two plans of a narrow screen. Missing ones are filled in. */
  pair: readonly string[];
}

export interface ComparisonColumns {
  /** All plans, in the order of the API. */
  available: VersionEntry[];
  /** Those that are shown unless others are selected. */
  initial: VersionEntry[];
  selected: VersionEntry[];
  pair: VersionEntry[];
  /** The columns to render before the width is known. The style sheet hides those that do not fit. */
  columns: ComparisonColumn[];
}

/** Selects and orders the plans. Ignores unknown tags. */
export function buildColumns(
  versions: readonly VersionEntry[],
  { plans, pair: tags }: PlanSelection,
): ComparisonColumns {
  const available = [...versions];
  const initial = listInitial(available);
  const requested = available.filter(({ tag }) => plans.includes(tag));
  const selected = requested.length > 0 ? requested : initial;
  const pair = resolvePair(versions, selected, tags);
  const narrowOnly = pair.filter((version) => !selected.includes(version));
  const columns = [
    ...selected.map((version) => ({ version, inPair: pair.includes(version), narrowOnly: false })),
    ...narrowOnly.map((version) => ({ version, inPair: true, narrowOnly: true })),
  ];
  return { available, initial, selected, pair, columns };
}

/** More plans do not fit beside each other with their names and prices. */
const maxInitialPlans = 6;
const initialPlanCount = 5;

/** All plans of a short list, else a plan family, or five plans with the current one. */
function listInitial(versions: VersionEntry[]): VersionEntry[] {
  if (versions.length <= maxInitialPlans) return versions;
  const families = groupPlanFamilies(versions);
  if (families.length > 1) return findShownFamily(families, null)?.versions ?? versions;
  const current = versions.findIndex((version) => version.current);
  const start = Math.max(0, Math.min(current - 2, versions.length - initialPlanCount));
  return versions.slice(start, start + initialPlanCount);
}

/** The current plan, followed by the present version of it if that is another one. */
function listPinned(versions: readonly VersionEntry[]): VersionEntry[] {
  const current = versions.filter((version) => version.current);
  return [...current, ...versions.filter(({ id }) => id === current[0]?.replaced_by)];
}

/**
 * The two plans to compare. The default is the current plan with the present version of it, or the next one up, or the one
 * below the highest.
 */
function resolvePair(
  versions: readonly VersionEntry[],
  selected: VersionEntry[],
  [firstTag, secondTag]: readonly string[],
) {
  const current = versions.findIndex((version) => version.current && selected.includes(version));
  const neighbors =
    current === -1 ? [] : [...versions.slice(current), ...versions.slice(0, current).toReversed()];
  const preferred = [...listPinned(versions), ...neighbors].filter((version) => selected.includes(version));
  const candidates = [...preferred, ...selected, ...versions];
  const findByTag = (tag: string | undefined) => versions.find((version) => version.tag === tag);
  const second = findByTag(secondTag);
  const first = findByTag(firstTag) ?? candidates.find((version) => version !== second);
  if (!first) return [];
  const other = second && second !== first ? second : candidates.find((version) => version !== first);
  return other ? [first, other] : [first];
}

/**
 * The columns that fit: the pair if `capacity` is 2, else the current plan and the other selected ones from `offset` on. All
 * columns if `capacity` is null.
 */
export function fitColumns(
  { selected, pair, columns }: ComparisonColumns,
  capacity: number | null,
  offset = 0,
): ComparisonColumn[] {
  if (capacity === null) return columns;
  if (capacity === 2) return pair.map((version) => ({ version, inPair: true, narrowOnly: false }));
  return selected.length <= capacity && columns.length === selected.length
    ? columns
    : pageColumns(columns.slice(0, selected.length), capacity, offset);
}

function pageColumns(columns: ComparisonColumn[], capacity: number, offset: number): ComparisonColumn[] {
  const others = columns.filter(({ version }) => !version.current);
  const size = capacity - (columns.length - others.length);
  const shown = others.slice(offset, offset + size);
  return columns.filter((column) => column.version.current || shown.includes(column));
}

/** The offsets of the previous and the next plans that do not fit beside those at `offset`. Null if there are none. */
export function getPlanPages(
  { selected }: Pick<ComparisonColumns, 'selected'>,
  capacity: number | null,
  offset: number,
): { previous: number | null; next: number | null } {
  if (capacity === null || capacity === 2 || selected.length <= capacity)
    return { previous: null, next: null };
  const pinnedCount = selected.filter((version) => version.current).length;
  const size = capacity - pinnedCount;
  const last = selected.length - pinnedCount - size;
  return {
    previous: offset > 0 ? Math.max(0, offset - size) : null,
    next: offset < last ? Math.min(last, offset + size) : null,
  };
}
