import type { VersionList } from '@/lib/contract/versions';
import { findUserUnit } from '@/lib/pricing/price';

/** Whether any price depends on the number of users. */
export function hasUserFees({ versions }: VersionList['data']): boolean {
  return versions.some(({ user_fee }) => user_fee !== null && user_fee > 0);
}

/** The list's word for a user. Null if it has none. */
export function getUserUnit({ versions }: VersionList['data']): string | null {
  return findUserUnit(versions);
}
