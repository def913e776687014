import { compareByTag } from '@/lib/contract/versions';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { mapPresentKeys } from '../compare/plan-add-ons';

/** The rows of a catalog that an import would list. */
export interface ActiveCatalog extends StoredCatalog {
  /** `catalogKey`s by id. */
  featureKeys: ReadonlyMap<string, string>;
  addOnKeys: ReadonlyMap<string, string>;
}

export function selectActive(stored: StoredCatalog): ActiveCatalog {
  const isActive = ({ active }: { active: boolean }) => active;
  const versions = stored.versions.filter(isActive).toSorted(compareByTag);
  const features = stored.features.filter(isActive);
  const addOns = stored.addOns.filter(isActive);
  const has = (rows: { id: string }[]) => {
    const ids = new Set(rows.map(({ id }) => id));
    return (id: string) => ids.has(id);
  };
  const [hasVersion, hasAddOn] = [has(versions), has(addOns)];
  return {
    ...stored,
    versions,
    features,
    addOns,
    cells: stored.cells.filter(({ versionId }) => hasVersion(versionId)),
    addOnPrices: stored.addOnPrices.filter(
      ({ versionId, addOnId }) => hasVersion(versionId) && hasAddOn(addOnId),
    ),
    addOnEffects: stored.addOnEffects.filter(({ addOnId }) => hasAddOn(addOnId)),
    grants: stored.grants.filter(({ versionId }) => hasVersion(versionId)),
    featureKeys: new Map(stored.features.map(({ id, catalogKey }) => [id, catalogKey])),
    addOnKeys: mapPresentKeys(stored.addOns),
  };
}
