import type { AppCatalog, CatalogVersion } from './read-catalog';
import { type FrozenVersion, versionSnapshot } from './version-snapshot';

/** A catalogue stays in memory for long, and its versions are the same until then. */
const frozen = new WeakMap<CatalogVersion, FrozenVersion>();

/** A version of the catalogue as a history record keeps it. */
export function freezeVersion(catalog: AppCatalog, version: CatalogVersion): FrozenVersion {
  const known = frozen.get(version);
  if (known) return known;
  const position = new Map(
    catalog.features.map((feature, index) => [feature.id, { ...feature, position: index }]),
  );
  const features = version.links.flatMap(({ kind, value, featureId }) => {
    const feature = position.get(featureId);
    return feature ? [{ kind, value, feature }] : [];
  });
  const snapshot = versionSnapshot(catalog.app, { ...version, appId: catalog.app.id, features });
  frozen.set(version, snapshot);
  return snapshot;
}
