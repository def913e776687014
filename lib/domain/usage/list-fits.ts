import type { CatalogVersion } from '@/lib/db/catalog';
import type { AppCaller } from '../caller';
import { type CatalogView, filterListedVersions } from '../catalog/catalog-view';
import { evaluateChange } from '../subscription/evaluate-change';
import { type RequestedPrice, toSwitch } from '../subscription/list-versions';
import { getSubscription } from '../subscription/subscription';
import { findCheapest, fitUsage, type UsageFit } from './fit-usage';

/** How the listed versions hold what an account uses, and its users. */
export interface FitListing {
  versions: { version: CatalogVersion; fit: UsageFit }[];
  /** The version that costs least with its add-ons, or null if none has a total. */
  cheapest: CatalogVersion | null;
}

/** What rules a version out for the account, whatever add-ons it has. */
const exclusions: ReadonlySet<string> = new Set([
  'version_inactive',
  'self_service_disabled',
  'downgrade_unavailable',
  'exit_restricted',
  'entry_restricted',
  'quantity_out_of_range',
]);

/**
 * How each version that is listed for an account holds what it uses. The cheapest is one that the account has or can switch to.
 * It is null if its usage is not known, unless a number of users is requested.
 */
export function listFits(
  view: CatalogView,
  { role, appKey, earlier }: Pick<AppCaller, 'role' | 'earlier'> & Partial<Pick<AppCaller, 'appKey'>>,
  requested: RequestedPrice = {},
): FitListing | null {
  const { catalog, state, usage } = view;
  if (!usage && requested.users === undefined) return null;
  const access = { role, state, appKey, earlier };
  const subscription = getSubscription(view);
  const versions = filterListedVersions(catalog.versions, access).map((version) => {
    const command = toSwitch(version, requested, catalog.app);
    const { after, blockers } = evaluateChange(view, access, command, subscription);
    const isExcluded = blockers.some(({ code }) => exclusions.has(code));
    return { version, isExcluded, fit: fitUsage(view, after) };
  });
  const index = findCheapest(versions.map(({ isExcluded, fit }) => (isExcluded ? null : fit.total)));
  return { versions, cheapest: index === null ? null : (versions[index]?.version ?? null) };
}
