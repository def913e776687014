import type { FeatureRef } from '@/lib/contract/fields';
import type { FrozenFeature } from '@/lib/data/version-snapshot';

export interface FeatureChanges {
  gained: FeatureRef[];
  lost: FeatureRef[];
  kept: FeatureRef[];
  /** Optional before, included after. */
  optionalGained: FeatureRef[];
  /** Optional before, not to be had after. */
  optionalLost: FeatureRef[];
}

/** What changes between two frozen feature sets, in the catalogue's order; `before` is null for a first version. */
export function compareFeatures(before: FrozenFeature[] | null, after: FrozenFeature[]): FeatureChanges {
  const kindBefore = new Map((before ?? []).map((feature) => [feature.human_id, feature.kind]));
  const kindAfter = new Map(after.map((feature) => [feature.human_id, feature.kind]));
  const kinds = (feature: FrozenFeature) =>
    [kindBefore.get(feature.human_id), kindAfter.get(feature.human_id)] as const;
  const pick = (from: FrozenFeature[], wanted: (before?: string, after?: string) => boolean) =>
    from
      .filter((feature) => wanted(...kinds(feature)))
      .map(({ human_id, title }) => ({ id: human_id, title }));

  return {
    gained: pick(after, (was, is) => was !== 'included' && is === 'included'),
    lost: pick(before ?? [], (was, is) => was === 'included' && is !== 'included'),
    kept: pick(after, (was, is) => was === 'included' && is === 'included'),
    optionalGained: pick(after, (was, is) => was === 'optional' && is === 'included'),
    optionalLost: pick(before ?? [], (was, is) => was === 'optional' && is === undefined),
  };
}
