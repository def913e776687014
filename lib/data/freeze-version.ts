import type { App } from './find-app';
import type { Catalog, CatalogVersion } from './read-catalog';
import { type FrozenVersion, versionSnapshot } from './version-snapshot';

/** A version of the catalogue as a history record keeps it. */
export function freezeVersion(app: App, catalog: Catalog, version: CatalogVersion): FrozenVersion {
  const position = new Map(
    catalog.features.map((feature, index) => [feature.id, { ...feature, position: index }]),
  );
  const features = version.links.flatMap(({ kind, value, featureId }) => {
    const feature = position.get(featureId);
    return feature ? [{ kind, value, feature }] : [];
  });
  return versionSnapshot(app, { ...version, appId: app.id, features });
}
