import type { CatalogFeature, CatalogVersion } from '@/lib/data/read-catalog';
import type { AppCaller } from './caller';
import { findVersion } from './find-version';
import type { Moment } from './moment';

export interface VersionDetail {
  version: CatalogVersion;
  features: CatalogFeature[];
}

/** One version with the features it includes, in the catalogue's order (spec 4.3). */
export function readVersion(
  { catalog, state }: Moment,
  { role }: Pick<AppCaller, 'role'>,
  id: string,
): VersionDetail {
  const version = findVersion(catalog, id, { role, state });
  const included = new Set(
    version.links.filter((link) => link.kind === 'included').map((link) => link.featureId),
  );
  return { version, features: catalog.features.filter((feature) => included.has(feature.id)) };
}
