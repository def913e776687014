import { LRUCache } from 'lru-cache';
import type { Activation } from '@/lib/data/read-history';
import { compareFeatures, type FeatureChanges } from './compare-features';

/** By digests, and those never come to mean anything else. Bounded by how many features are named. */
const compared = new LRUCache<string, FeatureChanges>({ maxSize: 200_000, sizeCalculation: countNames });

/** What the switch of a record changed. Accounts go back and forth between few versions: each pair is compared once. */
export function recallChanges({ previous, version }: Activation): FeatureChanges {
  const key = `${previous?.digest} ${version.digest}`;
  const known = compared.get(key);
  if (known) return known;
  const changes = compareFeatures(previous?.features ?? null, version.features);
  compared.set(key, changes);
  return changes;
}

function countNames(changes: FeatureChanges): number {
  return Object.values(changes).reduce((sum, features) => sum + features.length, 1);
}
