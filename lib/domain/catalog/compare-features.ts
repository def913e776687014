import { LRUCache } from 'lru-cache';
import { estimateBytes, estimateStringBytes } from '@/lib/cache/tagged-cache';
import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { FeatureChange, FeatureContent, FeatureRef } from '@/lib/contract/fields';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { AddOnFeature } from '@/lib/db/history';
import type { SnapshotFeature, VersionSnapshot } from '@/lib/db/version-snapshot';
import { compareAmounts, hasAmount } from './amounts';

/** What a preview says about features. */
export type FeatureChanges = CamelCaseFields<
  SwitchPreview['data'],
  'gained' | 'lost' | 'kept' | 'raised' | 'lowered' | 'changed' | 'optional_gained' | 'optional_lost'
>;

/** Whether an account gets or loses something, or has another amount. */
export function hasFeatureChanges({ gained, lost, raised, lowered, changed }: FeatureChanges): boolean {
  return [gained, lost, raised, lowered, changed].some((features) => features.length > 0);
}

/** The difference between the features of two snapshots, in catalog order. `before` is null for a first version. */
export function compareFeatures(before: SnapshotFeature[] | null, after: SnapshotFeature[]): FeatureChanges {
  const featureBefore = new Map((before ?? []).map((feature) => [feature.human_id, feature]));
  const featureAfter = new Map(after.map((feature) => [feature.human_id, feature]));
  const pick = (
    features: SnapshotFeature[],
    matches: (before: string | undefined, after: string | undefined) => boolean,
  ) =>
    features
      .filter(({ human_id }) => matches(featureBefore.get(human_id)?.kind, featureAfter.get(human_id)?.kind))
      .map(toRef);

  const changes: FeatureChanges = {
    gained: pick(after, (was, is) => was !== 'included' && is === 'included'),
    lost: pick(before ?? [], (was, is) => was === 'included' && is !== 'included'),
    kept: pick(after, (was, is) => was === 'included' && is === 'included'),
    raised: [],
    lowered: [],
    changed: [],
    optionalGained: pick(after, (was, is) => was === 'optional' && is === 'included'),
    optionalLost: pick(before ?? [], (was, is) => was === 'optional' && is === undefined),
  };
  for (const feature of after) {
    const previous = featureBefore.get(feature.human_id);
    if (feature.kind !== 'included' || previous?.kind !== 'included') continue;
    const kind = classifyChange(previous, feature);
    if (!kind) continue;
    const better = feature.limit?.better_amount;
    const improved =
      kind === 'changed' || better === null ? null : (kind === 'lowered') === (better === 'lower');
    changes[kind].push({ ...toRef(feature), from: toContent(previous), to: toContent(feature), improved });
  }
  return changes;
}

/** The difference between what an add-on does. It can have two effects on a feature, which are compared by themselves. */
export function compareAddOnFeatures(before: AddOnFeature[], after: AddOnFeature[]): FeatureChanges {
  const compared = (['include', 'set', 'add'] as const).map((effect) => {
    const list = (features: AddOnFeature[]) =>
      features.filter((each) => each.effect === effect).map(toIncluded);
    return compareFeatures(list(before), list(after));
  });
  const merge = <Name extends keyof FeatureChanges>(name: Name) =>
    compared.flatMap((changes) => changes[name] as FeatureChanges[Name][number][]);
  const find = (features: AddOnFeature[], { id }: FeatureRef) =>
    features.find(({ human_id }) => human_id === id);
  const distinct = (features: FeatureRef[]) => [...new Map(features.map((each) => [each.id, each])).values()];
  const withOtherEffects = distinct([...merge('gained'), ...merge('lost')]).flatMap(
    (ref): FeatureChange[] => {
      const [was, is] = [find(before, ref), find(after, ref)];
      return was && is
        ? [{ ...ref, from: toContent(toIncluded(was)), to: toContent(toIncluded(is)), improved: null }]
        : [];
    },
  );
  return {
    gained: distinct(merge('gained')).filter((ref) => !find(before, ref)),
    lost: distinct(merge('lost')).filter((ref) => !find(after, ref)),
    kept: distinct(merge('kept')),
    raised: merge('raised'),
    lowered: merge('lowered'),
    changed: [...merge('changed'), ...withOtherEffects],
    optionalGained: [],
    optionalLost: [],
  };
}

function toIncluded(feature: Omit<AddOnFeature, 'effect'>): SnapshotFeature {
  const { human_id, title, is_limit, value, amount, unlimited, unit, period, better_amount } = feature;
  const limit = { amount, unlimited, unit, period, ...(better_amount !== undefined && { better_amount }) };
  return { human_id, title, kind: 'included', is_limit, value, limit: hasAmount(feature) ? limit : null };
}

/** Compares what two versions include of a feature. It is null if it is the same. */
function classifyChange(
  before: SnapshotFeature,
  after: SnapshotFeature,
): 'raised' | 'lowered' | 'changed' | null {
  const from = before.limit;
  const to = after.limit;
  if (!from || !to) return from || to || before.value !== after.value ? 'changed' : null;
  if (from.unit !== to.unit || from.period !== to.period) return 'changed';
  const difference = compareAmounts(to, from) ?? 0;
  if (difference === 0) return null;
  return difference > 0 ? 'raised' : 'lowered';
}

function toRef({ human_id, title, is_limit = false }: SnapshotFeature): FeatureRef {
  return { id: human_id, title, is_limit };
}

function toContent({ value, limit }: SnapshotFeature): FeatureContent {
  const { amount = null, unlimited = false, unit = null, period = null } = limit ?? {};
  return { value, amount, unlimited, unit, period };
}

/** The key consists of the digests of both snapshots. */
const changesCache = new LRUCache<string, FeatureChanges>({
  maxSize: 32e6,
  sizeCalculation: (changes, key) => estimateBytes(changes) + estimateStringBytes(key),
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
