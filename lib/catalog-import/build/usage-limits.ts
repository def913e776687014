import type { ListedLimit, PriceList } from '@/lib/catalog-import/parse/normalize-price-list';
import type { Value } from '@/lib/catalog-import/parse/pricing2yaml';
import { formatQuantity } from './cell-value';
import { slugify } from './humanize';

/**
 * Finds the limit to show in a feature's cells in place of a check mark. It must be numeric, linked to the feature and
 * named after it: `foldersLimit` limits `folders`, but `uploadSizeLimit` does not limit `storage` as a whole.
 */
export function findFeatureLimit(list: PriceList, feature: string): ListedLimit | null {
  const slug = slugify(feature);
  const limits = list.limits.filter(
    (limit) =>
      limit.valueType === 'NUMERIC' && limit.features.includes(feature) && limitSlug(limit.key) === slug,
  );
  return limits.length === 1 ? limits[0]! : null;
}

/** Formats the value of a limit: `5 GB`. Null if there is no limit or no numeric value. */
export function formatLimit(limit: ListedLimit | null, value: Value | undefined): string | null {
  return limit && typeof value === 'number' ? formatQuantity(value, limit.unit) : null;
}

/** Describes the limits that an add-on raises: "Adds 1 channel." Empty if none of them has a unit. */
export function formatLimitIncreases(list: PriceList, extensions: ReadonlyMap<string, Value>): string {
  const increases = [...extensions].flatMap(([key, value]) => {
    const limit = list.limits.find((candidate) => candidate.key === key);
    return limit && limit.unit !== '' && typeof value === 'number' && value > 0
      ? [formatQuantity(value, limit.unit)]
      : [];
  });
  return increases.length === 0 ? '' : `Adds ${increases.join(' and ')}.`;
}

const ignoredWords = new Set(['use', 'max', 'maximum', 'limit', 'limits']);

/** `foldersLimit` to `folders`. */
function limitSlug(key: string): string {
  return slugify(key)
    .split('-')
    .filter((word) => !ignoredWords.has(word))
    .join('-');
}
