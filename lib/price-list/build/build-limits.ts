import { isLimitRow, limitRowKey } from '@/lib/db/catalog';
import type { StoredFeature } from '@/lib/db/catalog-store';
import type { ListedFeature, ListedLimit, ListedPlan, PriceList } from '../parse/normalize-price-list';
import { type LimitUnit, parseLimitUnit } from './limit-unit';

/** A usage limit and the row of the matrix that has its values. */
export interface PlacedLimit {
  limit: ListedLimit;
  unit: LimitUnit;
  /** `catalogKey` of the row. */
  row: string;
  /** The row is a row of its own, not that of a feature. */
  isOwnRow: boolean;
}

/** The rows of the app that have limits already. */
export type StoredRow = Pick<StoredFeature, 'catalogKey' | 'limitKey' | 'active'>;

/**
 * Places each limit. It is the amount of a feature if it is the only limit of the feature and limits nothing else. A feature
 * with a value of its own can't have an amount as well. Any other limit is a row of its own. A limit that the app already has
 * stays where it is, if that is possible, because accounts read it there.
 *
 * `earlierKeys` has the earlier keys of renamed limits.
 */
export function placeLimits(
  list: PriceList,
  stored: StoredRow[],
  earlierKeys: ReadonlyMap<string, string> = new Map(),
): PlacedLimit[] {
  const featuresByKey = new Map(list.features.map((feature) => [feature.key, feature]));
  const limitCounts = new Map<string, number>();
  for (const key of list.limits.flatMap((limit) => limit.features)) {
    limitCounts.set(key, (limitCounts.get(key) ?? 0) + 1);
  }
  const canHaveAmount = ({ valueType }: ListedLimit, key: string | undefined) =>
    valueType === 'NUMERIC' && featuresByKey.get(key ?? '')?.valueType === 'BOOLEAN';
  return list.limits.map((limit) => {
    const unit = parseLimitUnit(limit);
    const ownRow = { limit, unit, row: limitRowKey(limit.key), isOwnRow: true };
    const keys = [limit.key, earlierKeys.get(limit.key)];
    const storedRow = stored.find(
      ({ limitKey, active }) => active && limitKey !== null && keys.includes(limitKey),
    );
    if (storedRow && isLimitRow(storedRow)) return ownRow;
    const kept = storedRow?.catalogKey;
    if (kept !== undefined && canHaveAmount(limit, kept) && appliesWithin(list, limit, kept)) {
      return { limit, unit, row: kept, isOwnRow: false };
    }
    const [key = '', ...others] = limit.features;
    const isAmount = others.length === 0 && limitCounts.get(key) === 1 && canHaveAmount(limit, key);
    return isAmount ? { limit, unit, row: key, isOwnRow: false } : ownRow;
  });
}

/** Whether no plan or add-on has another feature of the limit without `feature`. */
function appliesWithin({ plans, addOns }: PriceList, limit: ListedLimit, feature: string): boolean {
  const others = limit.features.filter((key) => key !== feature);
  const has = ({ values }: Pick<ListedPlan, 'values'>, key: string) => values.get(key) === true;
  return (
    limit.features.includes(feature) &&
    [...plans, ...addOns].every((item) => has(item, feature) || !others.some((key) => has(item, key)))
  );
}

/**
 * The rows in order: each limit with a row of its own follows the first feature that it limits. Limits of no feature are
 * last.
 */
export function orderRows(features: ListedFeature[], limits: PlacedLimit[]): (ListedFeature | PlacedLimit)[] {
  const own = limits.filter(({ isOwnRow }) => isOwnRow);
  const follow = (key: string) => own.filter(({ limit }) => limit.features[0] === key);
  return [
    ...features.flatMap((feature) => [feature, ...follow(feature.key)]),
    ...own.filter(({ limit }) => limit.features.length === 0),
  ];
}
