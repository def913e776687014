import { compareByTag } from '@/lib/contract/tag';
import type { StoredCatalog } from '@/lib/db/catalog-store';

/** The rows of a catalog that an import would list. */
export interface ActiveCatalog extends StoredCatalog {
  /** `catalogKey`s by id. */
  featureKeys: ReadonlyMap<string, string>;
  offerKeys: ReadonlyMap<string, string>;
}

export function selectActive(stored: StoredCatalog): ActiveCatalog {
  const isActive = ({ active }: { active: boolean }) => active;
  const versions = stored.versions.filter(isActive).toSorted(compareByTag);
  const features = stored.features.filter(isActive);
  const offers = stored.offers.filter(isActive);
  const has = (rows: { id: string }[]) => {
    const ids = new Set(rows.map(({ id }) => id));
    return (id: string) => ids.has(id);
  };
  const [hasVersion, hasOffer] = [has(versions), has(offers)];
  return {
    ...stored,
    versions,
    features,
    offers,
    cells: stored.cells.filter(({ versionId }) => hasVersion(versionId)),
    offerPrices: stored.offerPrices.filter(
      ({ versionId, offerId }) => hasVersion(versionId) && hasOffer(offerId),
    ),
    offerEffects: stored.offerEffects.filter(({ offerId }) => hasOffer(offerId)),
    grants: stored.grants.filter(({ versionId }) => hasVersion(versionId)),
    featureKeys: new Map(stored.features.map(({ id, catalogKey }) => [id, catalogKey])),
    offerKeys: new Map(stored.offers.map(({ id, catalogKey }) => [id, catalogKey])),
  };
}
