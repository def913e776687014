import type { CatalogVersion } from '@/lib/db/catalog';
import { getAccountPeriod } from '@/lib/pricing/price';
import type { CatalogView } from '../catalog/catalog-view';

// Accounts that follow a publication when their paid period ends (docs/decisions/0027-existing-accounts.md).

/** An account follows at most this long after the publication. */
const maxFollowMs = 365 * 24 * 60 * 60 * 1000;

/** Times are in Unix milliseconds. */
export interface Renewal {
  /** That an account follows to. */
  version: CatalogVersion;
  at: number;
  /** When this was published. */
  since: number;
}

/** It is null if the account does not follow at its renewal. */
export function findRenewal({ catalog, state }: CatalogView): Renewal | null {
  const own = catalog.versions.find(({ id }) => id === state.current?.versionId);
  const version = catalog.versions.find(({ id }) => id === own?.renewsTo);
  if (!own?.renewsSince || !version) return null;
  const since = own.renewsSince.getTime();
  return { version, at: getFollowTime(since, { catalog, state }), since };
}

/** The database stores the same time (`renewal_follows_at`), which stays if the host reports the end of the next period. */
function getFollowTime(since: number, { catalog, state }: CatalogView): number {
  const { current, followsAt, periodEndsAt, trialEndsAt = 0 } = state;
  if (followsAt !== null && followsAt >= since) return followsAt;
  const isYearly = getAccountPeriod(current?.billingPeriod, catalog.app.billingPeriod) === 'year';
  const isKnown = periodEndsAt !== null && periodEndsAt > since;
  return Math.max(trialEndsAt, isKnown ? periodEndsAt : since + (isYearly ? maxFollowMs : 0));
}
