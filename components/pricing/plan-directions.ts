import { getFeatureContent } from '@/components/feature-content/feature-content';
import type { SwitchDecision } from '@/lib/contract/fields';
import type { Matrix, MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import { isAsGood, isIncomparable } from '@/lib/format/localized-amount';

type Direction = SwitchDecision['direction'];

/**
 * What a switch from the current plan is called, by version ID: an upgrade to a plan of its family that includes all of it, a
 * downgrade to one that it includes and that is not dearer. The API's direction follows the price, and decides between plans
 * without a difference of which it is known which is better.
 */
export function getPlanDirections(
  families: readonly { versions: VersionEntry[] }[],
  matrix: Matrix | undefined,
): ReadonlyMap<string, Direction> {
  const rows = matrix?.features ?? [];
  return new Map(
    families.flatMap(({ versions }) => {
      const current = versions.find((version) => version.current);
      return versions.map((version) => [version.id, current ? getDirection(current, version, rows) : 'none']);
    }),
  );
}

function getDirection(current: VersionEntry, version: VersionEntry, rows: MatrixFeature[]): Direction {
  const byPrice = version.switch?.direction ?? 'none';
  const includesCurrent = rows.every((row) => isCovered(row, current.id, version.id));
  const isIncluded = rows.every((row) => isCovered(row, version.id, current.id));
  const isListed = ({ id }: VersionEntry) => rows.some((row) => getFeatureContent(row, id));
  if ((includesCurrent && isIncluded) || !isListed(current) || !isListed(version)) {
    return byPrice;
  }
  if (includesCurrent) return 'upgrade';
  return isIncluded && byPrice !== 'upgrade' ? 'downgrade' : 'none';
}

/** Whether the plan `upperId` has what `lowerId` has of a feature, or something that can't be compared. */
function isCovered(row: MatrixFeature, lowerId: string, upperId: string): boolean {
  const lower = getFeatureContent(row, lowerId);
  const upper = getFeatureContent(row, upperId);
  if (!lower) return true;
  if (!upper) return false;
  return isAsGood(upper, lower, row) || isIncomparable(upper, lower, row);
}

/** The plan whose button is emphasized: the recommended one, or for an account the first upgrade. Null if there is none. */
export function findPrimaryPlan(
  versions: VersionEntry[],
  directions: ReadonlyMap<string, Direction>,
): string | null {
  const candidates = versions.filter(
    ({ id, active, current, switch: decision }) =>
      active && !current && (decision === null || (decision.allowed && directions.get(id) === 'upgrade')),
  );
  const recommended = candidates.find((version) => version.recommended);
  return (recommended ?? candidates.find((version) => version.switch !== null))?.id ?? null;
}
