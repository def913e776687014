import { type CacheSource, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { toPriceJson } from '@/lib/db/catalog';
import type { VersionChangeRow } from '@/lib/db/history';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { hasSamePrice } from '@/lib/pricing/price';
import { compareSnapshots, type FeatureChanges, hasFeatureChanges } from '../catalog/compare-features';

/** The content of a version from a publication on. `previous` is null for the first known content. */
export interface VersionContent {
  changedAt: Date;
  version: VersionSnapshot;
  previous: VersionSnapshot | null;
}

/** A change of a version's features, limits or price by a publication. */
export interface CatalogChange extends VersionContent {
  previous: VersionSnapshot;
  changes: FeatureChanges;
}

/**
 * The changes of the version of each history entry until the next entry, oldest first. Entries and rows are
 * newest first. A change in the millisecond of an entry belongs to it: if it came first, the snapshot of the
 * entry has the same content. `getRecordedAt` returns when an entry was made by the clock that publications
 * have, which is not that of the account.
 */
export function groupVersionChanges<Key extends { version: { versionId: string } }>(
  entries: Key[],
  getRecordedAt: (entry: Key) => number,
  rows: VersionChangeRow[],
): Map<Key, VersionChangeRow[]> {
  const groups = new Map<Key, VersionChangeRow[]>();
  let index = 0;
  for (const entry of entries) {
    const group: VersionChangeRow[] = [];
    for (let row = rows[index]; row && row[2] >= getRecordedAt(entry); row = rows[index]) {
      if (row[0] === entry.version.versionId) group.push(row);
      index += 1;
    }
    if (group.length > 0) groups.set(entry, group.toReversed());
  }
  return groups;
}

/** The contents of groups of rows. */
export async function readVersionContents(
  source: CacheSource,
  appId: string,
  groups: VersionChangeRow[][],
): Promise<VersionContent[][]> {
  const digests = groups.flat().flatMap(([, , , ...pair]) => pair.filter((digest) => digest !== null));
  const getSnapshot = await getCachedSnapshots(source, appId, new Set(digests));
  return groups.map((rows) =>
    rows.map(([, , changedAt, digest, previous]) => ({
      changedAt: new Date(changedAt),
      version: getSnapshot(digest),
      previous: previous === null ? null : getSnapshot(previous),
    })),
  );
}

/** Leaves out the first known content, and changes of texts. */
export function listCatalogChanges(contents: VersionContent[]): CatalogChange[] {
  return contents.flatMap(({ changedAt, version, previous }) =>
    previous && isContentChanged(previous, version)
      ? [{ changedAt, version, previous, changes: compareSnapshots(previous, version) }]
      : [],
  );
}

/** Whether price, features or limits differ, not only texts. */
export function isContentChanged(before: VersionSnapshot, after: VersionSnapshot): boolean {
  return (
    !hasSamePrice(toPriceJson(before), toPriceJson(after)) ||
    hasFeatureChanges(compareSnapshots(before, after))
  );
}
