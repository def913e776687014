import type {
  ImportedCatalog,
  ImportedOfferEffect,
  ImportedOfferPrice,
} from '@/lib/catalog-import/build/imported-catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { diffRelation, type OfferTarget, type RelationChange } from './catalog-changes';
import { type PlannedRows, planNamedRows } from './plan-features';

interface PlannedOffers {
  offers: PlannedRows<OfferTarget>;
  offerPrices: RelationChange<ImportedOfferPrice>[];
  offerEffects: RelationChange<ImportedOfferEffect>[];
}

/**
 * Plans the changes of offers. Versions that are no longer in the list keep the offers that are available for them, and
 * offers that are no longer in the list keep their content.
 */
export function planOffers(stored: StoredCatalog | null, catalog: ImportedCatalog): PlannedOffers {
  const offerKeys = new Map(stored?.offers.map(({ id, catalogKey }) => [id, catalogKey]));
  const versionKeys = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const featureKeys = new Map(stored?.features.map(({ id, catalogKey }) => [id, catalogKey]));
  const toKey = (keys: ReadonlyMap<string, string>) => (id: string) => keys.get(id) ?? id;

  const rows = (stored?.offers ?? []).map((offer) => ({
    ...offer,
    dependsOn: offer.dependsOn.map(toKey(offerKeys)),
    excludes: offer.excludes.map(toKey(offerKeys)),
  }));
  const prices = (stored?.offerPrices ?? []).map(({ offerId, versionId, ...price }) => ({
    ...price,
    offer: toKey(offerKeys)(offerId),
    version: toKey(versionKeys)(versionId),
  }));
  const effects = (stored?.offerEffects ?? []).map(({ offerId, featureId, ...effect }) => ({
    ...effect,
    offer: toKey(offerKeys)(offerId),
    feature: toKey(featureKeys)(featureId),
  }));

  const listedVersions = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const listedOffers = new Set(catalog.offers.map(({ catalogKey }) => catalogKey));
  return {
    offers: planNamedRows<OfferTarget>(rows, catalog.offers, catalog.explicitHumanIds.offers),
    offerPrices: diffRelation<ImportedOfferPrice>(
      prices.filter(({ version }) => listedVersions.has(version)),
      catalog.offerPrices,
      ({ offer, version }) => JSON.stringify([offer, version]),
    ).changes,
    offerEffects: diffRelation<ImportedOfferEffect>(
      effects.filter(({ offer }) => listedOffers.has(offer)),
      catalog.offerEffects,
      ({ offer, feature, effect }) => JSON.stringify([offer, feature, effect]),
    ).changes,
  };
}
