import type { AppCatalog } from '@/lib/db/catalog';
import type { CatalogFollow, VersionAddOn } from '@/lib/db/catalog-follows';
import type { Queries } from '@/lib/db/connection/client';
import { type RevenuePlan, readAgreedPrices } from '@/lib/db/revenue';
import { isIncluded } from '@/lib/domain/catalog/add-ons';
import { planRevenue } from '@/lib/domain/editions/revenue';
import { buildStoredCatalog } from './convert-catalog';
import type { Publication } from './publication';

/** The add-ons, of any generation, that versions include after a publication and did not before. */
function findIncludedAddOns(before: AppCatalog, after: AppCatalog): VersionAddOn[] {
  return after.versions.flatMap((version) =>
    after.addOns.flatMap((addOn) => {
      const pair = { versionId: version.id, addOnId: addOn.id };
      return isIncluded(addOn, version, after) && !includesAddOn(before, pair) ? [pair] : [];
    }),
  );
}

/** Whether a version includes everything that an add-on adds. Not if the catalog does not have both. */
function includesAddOn(catalog: AppCatalog, { versionId, addOnId }: VersionAddOn): boolean {
  const version = catalog.versions.find(({ id }) => id === versionId);
  const addOn = catalog.addOns.find(({ id }) => id === addOnId);
  return version !== undefined && addOn !== undefined && isIncluded(addOn, version, catalog);
}

type Decisions = Pick<Publication, 'decisions' | 'addOnDecisions'>;

/**
 * What follows from a publication for accounts: they move to the version that has replaced theirs, are billed for a
 * period that their version is still sold for, get the present generation of an add-on, or have an add-on turned off
 * that their version includes. In the order in which it is done: first what changes add-ons. With `atRenewal`, they follow to the
 * other version when their paid period ends.
 */
export function listFollows(
  before: AppCatalog,
  after: AppCatalog,
  { decisions, addOnDecisions }: Decisions,
): CatalogFollow[] {
  const versionIds = new Map(after.versions.map(({ id, catalogKey }) => [catalogKey, id]));
  const addOnIds = new Map(after.addOns.map(({ id, catalogKey }) => [catalogKey, id]));
  const onVersion = (versionId: string, fields: Partial<CatalogFollow>): CatalogFollow => ({
    ...{
      versionId,
      toVersionId: versionId,
      billingPeriod: null,
      addOnId: null,
      requested: true,
      atRenewal: false,
    },
    ...fields,
  });
  return [
    ...addOnDecisions.flatMap(({ key, followingVersions }) =>
      followingVersions.map((versionId) => onVersion(versionId, { addOnId: addOnIds.get(key)! })),
    ),
    ...findIncludedAddOns(before, after).map(({ versionId, addOnId }) => onVersion(versionId, { addOnId })),
    ...decisions.flatMap(
      ({ id, key, presentKey, isFollowing, followingPeriod, decision, losses, requested, renewal }) => {
        const toVersionId = versionIds.get(presentKey ?? key);
        if (toVersionId === undefined) return [];
        const renews = renewal === 'start' || renewal === 'retarget';
        const later = renews ? [onVersion(id, { toVersionId, atRenewal: true })] : [];
        if (!isFollowing) return later;
        if (toVersionId !== id) {
          const isRequested = requested === 'follow';
          const now = onVersion(id, { toVersionId, billingPeriod: followingPeriod, requested: isRequested });
          return [now, ...later];
        }
        return decision === 'follow'
          ? losses.flatMap(({ reason }) => {
              const billingPeriod = withdrawals[reason];
              return billingPeriod ? [onVersion(id, { billingPeriod })] : [];
            })
          : [];
      },
    ),
  ];
}

const withdrawals: Record<string, CatalogFollow['billingPeriod']> = {
  'annual billing is withdrawn': 'year',
  'monthly billing is withdrawn': 'month',
};

/** Whether a work item of an earlier edition is still to be done. When an add-on changes, its replacement is decided again. */
export function isNeeded(after: AppCatalog, { addOnDecisions }: Decisions, follow: CatalogFollow): boolean {
  const { versionId, addOnId } = follow;
  if (addOnId === null || includesAddOn(after, { versionId, addOnId })) return true;
  const addOn = after.addOns.find(({ id }) => id === addOnId);
  return addOn?.replacedBy != null && !addOnDecisions.some(({ key }) => key === addOn.catalogKey);
}

/** What accounts pay before and after a publication, or null if it creates the app. */
export async function planPublicationRevenue(
  queries: Queries,
  publication: Publication,
): Promise<RevenuePlan | null> {
  const { stored, changed, accounts, outcomes, decisions } = publication;
  if (!stored || !changed) return null;
  const before = buildStoredCatalog(stored);
  return planRevenue({
    before,
    after: changed,
    follows: listFollows(before, changed, publication),
    agreed: await readAgreedPrices(queries, stored.app.id),
    versionIds: before.versions.map(({ id }) => id).filter((id) => accounts.has(id)),
    listedIds: new Set([
      ...outcomes.map(({ keptId, version }) => keptId ?? version.id),
      ...decisions.map(({ id }) => id),
    ]),
  });
}
