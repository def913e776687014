import { toPriceJson } from '@/lib/db/catalog';
import { isPriced } from '@/lib/pricing/price';
import type { Remark } from '../yaml/diagnostics';
import type { ImportedCatalog, WrittenCell, WrittenVersion } from './written-catalog';

type Catalog = Pick<ImportedCatalog, 'versions' | 'features' | 'cells' | 'addOnPrices'>;

/** What a plan has, by the key of the feature. */
type Cells = ReadonlyMap<string, WrittenCell>;

/** Plans that cost more than another one and have less: a price or a value may be in the wrong plan. */
export function findDearerPlans(catalog: Catalog): Remark[] {
  const versions = catalog.versions.filter(({ active, public: isPublic }) => active && isPublic);
  const cells = new Map(versions.map(({ catalogKey }) => [catalogKey, new Map<string, WrittenCell>()]));
  for (const cell of catalog.cells) cells.get(cell.version)?.set(cell.feature, cell);
  const cellsOf = ({ catalogKey }: WrittenVersion): Cells => cells.get(catalogKey) ?? new Map();
  return versions.flatMap((version) => {
    for (const cheaper of versions) {
      if (!isDearer(version, cheaper) || hasOtherAddOns(catalog, version, cheaper)) continue;
      const less = findLess(catalog, cellsOf(version), cellsOf(cheaper));
      if (less.length === 0) continue;
      const [first, ...others] = less;
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      const message = `It costs more than "${cheaper.title}" and has less: ${first}${more}.`;
      return [{ source: 'price-list', path: ['plans', version.catalogKey, 'price'], message }];
    }
    return [];
  });
}

const priceParts = [
  ['fee', 'annualFee', 'feeUnit'],
  ['userFee', 'annualUserFee', 'userFeeUnit'],
] as const;

/** Whether each part of the price is at least that of `other`, per the same unit, and one is higher. */
function isDearer(version: WrittenVersion, other: WrittenVersion): boolean {
  if (!isPriced(toPriceJson(version)) || !isPriced(toPriceJson(other))) return false;
  const isMonthly = [version, other].every(({ fee, userFee }) => fee !== null || userFee !== null);
  const parts = priceParts.map(([name, annualName, unit]) => {
    const [fee, otherFee] = [version, other].map((each) => {
      const monthly = each[name] ?? 0;
      return isMonthly ? monthly : (each[annualName] ?? 12 * monthly);
    }) as [number, number];
    const hasSameUnit = fee === 0 || otherFee === 0 || version[unit] === other[unit];
    return hasSameUnit ? fee - otherFee : Number.NaN;
  });
  return parts.every((difference) => difference >= 0) && parts.some((difference) => difference > 0);
}

/** Whether an add-on is available for `version` only. */
function hasOtherAddOns({ addOnPrices }: Catalog, version: WrittenVersion, other: WrittenVersion): boolean {
  const listAddOns = ({ catalogKey }: WrittenVersion) =>
    addOnPrices.flatMap((price) => (price.version === catalogKey ? [price.addOn] : []));
  const others = new Set(listAddOns(other));
  return listAddOns(version).some((addOn) => !others.has(addOn));
}

/** The titles of what `cells` have less of than `others`. Empty if they have more of anything, or what can't be compared. */
function findLess({ features }: Catalog, cells: Cells, others: Cells): string[] {
  if ([...cells.keys()].some((key) => !others.has(key))) return [];
  const less: string[] = [];
  for (const { catalogKey, title, betterAmount } of features) {
    const [cell, other] = [cells.get(catalogKey), others.get(catalogKey)];
    if (!other) continue;
    if (!cell) {
      less.push(title);
      continue;
    }
    const [amount, otherAmount] = [toNumber(cell), toNumber(other)];
    if (amount === null || otherAmount === null) {
      if (amount !== otherAmount || cell.value !== other.value) return [];
    } else if (amount !== otherAmount) {
      if (betterAmount === null || amount > otherAmount === (betterAmount === 'higher')) return [];
      less.push(title);
    }
  }
  return less;
}

function toNumber({ amount, unlimited }: WrittenCell): number | null {
  return unlimited ? Number.POSITIVE_INFINITY : amount;
}
