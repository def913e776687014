import type { AddOnInclusion } from '@/lib/db/add-on-inclusions';
import type { AppCatalog } from '@/lib/db/catalog';
import { isIncluded } from '@/lib/domain/add-ons';

/** The add-ons, of any generation, of which versions include everything from a publication on, and did not before. */
export function findIncludedAddOns(before: AppCatalog, after: AppCatalog): AddOnInclusion[] {
  return after.versions.flatMap(({ id: versionId }) =>
    after.addOns.flatMap(({ id: addOnId }) => {
      const inclusion = { versionId, addOnId };
      return includesAddOn(after, inclusion) && !includesAddOn(before, inclusion) ? [inclusion] : [];
    }),
  );
}

/** Whether a version includes everything that an add-on adds. Not if the catalog does not have both. */
export function includesAddOn(catalog: AppCatalog, { versionId, addOnId }: AddOnInclusion): boolean {
  const version = catalog.versions.find(({ id }) => id === versionId);
  const addOn = catalog.addOns.find(({ id }) => id === addOnId);
  return version !== undefined && addOn !== undefined && isIncluded(addOn, version, catalog);
}
