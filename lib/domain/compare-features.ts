import { LRUCache } from 'lru-cache';
import type { FeatureRef } from '@/lib/contract/fields';
import type { SnapshotFeature, VersionSnapshot } from '@/lib/db/version-snapshot';

export interface FeatureChanges {
  gained: FeatureRef[];
  lost: FeatureRef[];
  kept: FeatureRef[];
  /** Optional before, included after. */
  optionalGained: FeatureRef[];
  /** Optional before, not available after. */
  optionalLost: FeatureRef[];
}

/** The difference between the features of two snapshots, in catalog order. `before` is null for a first version. */
export function compareFeatures(before: SnapshotFeature[] | null, after: SnapshotFeature[]): FeatureChanges {
  const kindBefore = new Map((before ?? []).map((feature) => [feature.human_id, feature.kind]));
  const kindAfter = new Map(after.map((feature) => [feature.human_id, feature.kind]));
  const pick = (
    features: SnapshotFeature[],
    matches: (before: string | undefined, after: string | undefined) => boolean,
  ) =>
    features
      .filter(({ human_id }) => matches(kindBefore.get(human_id), kindAfter.get(human_id)))
      .map(({ human_id, title }) => ({ id: human_id, title }));

  return {
    gained: pick(after, (was, is) => was !== 'included' && is === 'included'),
    lost: pick(before ?? [], (was, is) => was === 'included' && is !== 'included'),
    kept: pick(after, (was, is) => was === 'included' && is === 'included'),
    optionalGained: pick(after, (was, is) => was === 'optional' && is === 'included'),
    optionalLost: pick(before ?? [], (was, is) => was === 'optional' && is === undefined),
  };
}

/** By the digests of both snapshots, bounded by the number of features. */
const changesCache = new LRUCache<string, FeatureChanges>({
  maxSize: 200_000,
  sizeCalculation: (changes) => Object.values(changes).reduce((sum, features) => sum + features.length, 1),
});

/** `compareFeatures`, memoized: accounts switch between few versions. Equal snapshots return the same object. */
export function compareSnapshots(previous: VersionSnapshot | null, version: VersionSnapshot): FeatureChanges {
  const key = `${previous?.digest} ${version.digest}`;
  let changes = changesCache.get(key);
  if (!changes) {
    changes = compareFeatures(previous?.features ?? null, version.features);
    changesCache.set(key, changes);
  }
  return changes;
}
