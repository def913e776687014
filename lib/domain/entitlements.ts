import { type CatalogFeature, type CatalogVersion, type FeatureLink, isLimitRow } from '@/lib/db/catalog';
import type { CatalogView } from './catalog-view';

/** A feature or usage limit that an account has, with its value or amount. */
export type Entitlement = FeatureLink & {
  feature: CatalogFeature;
  /** Whether this is a usage limit of its own, not a feature. */
  isLimit: boolean;
  /** Human ids of the features that a usage limit of its own applies to, if the account has them. */
  linkedFeatures: string[];
  source: 'version';
};

/**
 * What the account has, by human id and in catalog order: the features of its current version. Empty without one. Every
 * answer to "may this account use it?" comes from here.
 */
export function listEntitlements({ catalog, state }: CatalogView): ReadonlyMap<string, Entitlement> {
  const version = catalog.versions.find(({ id }) => id === state.current?.versionId);
  if (!version) return noEntitlements;
  let entitlements = entitlementsByVersion.get(version);
  if (!entitlements) {
    entitlements = buildEntitlements(catalog.features, version);
    entitlementsByVersion.set(version, entitlements);
  }
  return entitlements;
}

const noEntitlements: ReadonlyMap<string, Entitlement> = new Map();

/** Kept as long as the cached catalog that the version belongs to. */
const entitlementsByVersion = new WeakMap<CatalogVersion, ReadonlyMap<string, Entitlement>>();

function buildEntitlements(features: CatalogFeature[], version: CatalogVersion): Map<string, Entitlement> {
  const links = new Map(version.links.map((link) => [link.featureId, link]));
  const humanIds = new Map(
    features.flatMap(({ id, humanId }) => (links.has(id) ? [[id, humanId] as const] : [])),
  );
  return new Map(
    features.flatMap((feature) => {
      const link = links.get(feature.id);
      if (!link) return [];
      const linkedFeatures = feature.linkedFeatureIds.flatMap((id) => humanIds.get(id) ?? []);
      return [
        [
          feature.humanId,
          { ...link, feature, isLimit: isLimitRow(feature), linkedFeatures, source: 'version' },
        ] as const,
      ];
    }),
  );
}
