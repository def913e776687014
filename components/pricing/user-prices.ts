import type { VersionList } from '@/lib/contract/versions';
import { findUserUnit, hasUserFee } from '@/lib/pricing/price';

/** Whether any price depends on the number of users. */
export function hasUserFees({ versions }: VersionList['data']): boolean {
  return versions.some(hasUserFee);
}

/** The list's word for a user. Null if it has none. */
export function getUserUnit({ versions }: VersionList['data']): string | null {
  return findUserUnit(versions);
}
