import { compareByTag } from '@/lib/contract/tag';
import type { AppCatalog, CatalogVersion } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { isContentChanged } from '@/lib/domain/catalog-changes';

/** What a publication does to a version, and to the accounts that have it. */
export interface VersionOutcome {
  /** `keep`: the accounts keep the version `keptId`. `follow`: the content of their version changes. */
  outcome: 'added' | 'keep' | 'follow' | 'retired' | 'restored';
  /** The version that has the plan's key. */
  version: CatalogVersion;
  keptId: string | null;
  /** What the accounts have had. Null for a version that is added. */
  before: VersionSnapshot | null;
  /** The content of `version`. */
  after: VersionSnapshot;
}

/** The versions that a publication adds, retires or restores, or whose price, features or limits it changes, by tag. */
export function listOutcomes(before: AppCatalog | null, after: AppCatalog): VersionOutcome[] {
  const versionsBefore = new Map(before?.versions.map((version) => [version.id, version]));
  return after.versions.toSorted(compareByTag).flatMap((version) => {
    const isNew = !versionsBefore.has(version.id);
    const kept = after.versions.find(
      ({ id, replacedBy }) => isNew && replacedBy === version.id && !versionsBefore.get(id)?.replacedBy,
    );
    const previous = versionsBefore.get(kept?.id ?? version.id);
    const from = before && previous ? snapshotVersion(before, previous) : null;
    const to = snapshotVersion(after, version);
    const outcome = classifyOutcome({ previous, version, isKept: kept !== undefined, from, to });
    return outcome === null ? [] : [{ outcome, version, keptId: kept?.id ?? null, before: from, after: to }];
  });
}

function classifyOutcome({
  previous,
  version,
  isKept,
  from,
  to,
}: {
  previous: CatalogVersion | undefined;
  version: CatalogVersion;
  isKept: boolean;
  from: VersionSnapshot | null;
  to: VersionSnapshot;
}): VersionOutcome['outcome'] | null {
  if (!previous || !from) return 'added';
  if (isKept) return 'keep';
  // The outcome of its plan states that a kept version retires.
  if (previous.active && !version.active && version.replacedBy === null) return 'retired';
  if (!previous.active && version.active) return 'restored';
  return isContentChanged(from, to) ? 'follow' : null;
}
