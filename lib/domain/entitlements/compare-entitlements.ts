import type { SwitchDecision } from '@/lib/contract/fields';
import { snapshotFeature } from '@/lib/db/version-snapshot';
import { compareFeatures, type FeatureChanges } from '../catalog/compare-features';
import type { Entitlement } from './entitlements';

type Entitlements = ReadonlyMap<string, Entitlement>;

/** The difference between what an account has before and after a change, in catalog order. */
export function compareEntitlements(before: Entitlements, after: Entitlements): FeatureChanges {
  const list = (entitlements: Entitlements) =>
    Array.from(entitlements.values(), (entitlement) => snapshotFeature(entitlement.feature, entitlement));
  return compareFeatures(list(before), list(after));
}

type Gets = SwitchDecision['gets'];

/** The results by what an account has before and after. */
const knownGets = new WeakMap<Entitlements, WeakMap<Entitlements, Gets>>();

/** Whether an account gets more or less. It is `same` if it is not known what is better. */
export function findGets(before: Entitlements, after: Entitlements): Gets {
  let known = knownGets.get(before);
  if (!known) {
    known = new WeakMap();
    knownGets.set(before, known);
  }
  let gets = known.get(after);
  if (!gets) {
    const { gained, lost, raised, lowered } = compareEntitlements(before, after);
    const amounts = [...raised, ...lowered].map(({ improved }) => improved);
    const gains = gained.length > 0 || amounts.includes(true);
    const loses = lost.length > 0 || amounts.includes(false);
    if (gains) gets = loses ? 'mixed' : 'more';
    else gets = loses ? 'less' : 'same';
    known.set(after, gets);
  }
  return gets;
}
