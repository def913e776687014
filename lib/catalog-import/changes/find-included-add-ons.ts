import type { AddOnInclusion } from '@/lib/db/add-on-inclusions';
import type { AppCatalog } from '@/lib/db/catalog';
import { isIncluded } from '@/lib/domain/add-ons';

/** The add-ons, of any generation, that versions include after a publication and did not before. */
export function findIncludedAddOns(before: AppCatalog, after: AppCatalog): AddOnInclusion[] {
  return after.versions.flatMap((version) =>
    after.addOns.flatMap((addOn) => {
      const inclusion = { versionId: version.id, addOnId: addOn.id };
      return isIncluded(addOn, version, after) && !includesAddOn(before, inclusion) ? [inclusion] : [];
    }),
  );
}

/** Whether a version includes everything that an add-on adds. Not if the catalog does not have both. */
export function includesAddOn(catalog: AppCatalog, { versionId, addOnId }: AddOnInclusion): boolean {
  const version = catalog.versions.find(({ id }) => id === versionId);
  const addOn = catalog.addOns.find(({ id }) => id === addOnId);
  return version !== undefined && addOn !== undefined && isIncluded(addOn, version, catalog);
}
