import type { ListedFeature, ListedLimit, PriceList } from '@/lib/catalog-import/parse/normalize-price-list';
import { limitRowKey } from '@/lib/db/catalog';
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

/**
 * Places each limit. It is the amount of a feature if it is the only limit of the feature and limits nothing else. A feature
 * with a value of its own can't have an amount as well. Any other limit is a row of its own.
 */
export function placeLimits({ features, limits }: PriceList): PlacedLimit[] {
  const featuresByKey = new Map(features.map((feature) => [feature.key, feature]));
  const limitCounts = new Map<string, number>();
  for (const key of limits.flatMap((limit) => limit.features)) {
    limitCounts.set(key, (limitCounts.get(key) ?? 0) + 1);
  }
  return limits.map((limit) => {
    const [key, ...others] = limit.features;
    const feature = key === undefined ? undefined : featuresByKey.get(key);
    const isAmount =
      feature !== undefined &&
      others.length === 0 &&
      limitCounts.get(feature.key) === 1 &&
      limit.valueType === 'NUMERIC' &&
      feature.valueType === 'BOOLEAN';
    const unit = parseLimitUnit(limit);
    return isAmount
      ? { limit, unit, row: feature.key, isOwnRow: false }
      : { limit, unit, row: limitRowKey(limit.key), isOwnRow: true };
  });
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
