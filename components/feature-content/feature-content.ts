import type { FeatureContent } from '@/lib/contract/fields';
import type { MatrixFeature } from '@/lib/contract/versions';

/** What a version includes of a feature. Null if it doesn't include the feature. */
export function getFeatureContent(
  {
    versions,
    values,
    amounts,
    unit,
    period,
  }: Pick<MatrixFeature, 'versions' | 'values' | 'amounts' | 'unit' | 'period'>,
  versionId: string,
): FeatureContent | null {
  if (!versions[versionId]) return null;
  const { amount, unlimited } = amounts[versionId] ?? { amount: null, unlimited: false };
  return { value: values[versionId] ?? null, amount, unlimited, unit, period };
}

/** The points of a `more_info`, which are separated by `|` or a newline. */
export function splitMoreInfo(text: string): string[] {
  const points = text.split(/[|\n]/).map((point) => point.trim());
  return [...new Set(points.filter(Boolean))];
}
