import { Problem } from '@/lib/contract/errors';
import type { Catalog, CatalogVersion } from '@/lib/data/read-catalog';
import { isVisible, type Onlooker } from './visible-versions';

/** The version with this id. Unknown, malformed, foreign and not granted are one refusal (DESIGN 2). */
export function findVersion(catalog: Catalog, id: string, onlooker: Onlooker): CatalogVersion {
  const wanted = id.toLowerCase();
  const version = catalog.versions.find((each) => each.id.toLowerCase() === wanted);
  if (version && isVisible(version, onlooker)) return version;
  throw new Problem('version_not_found', 'Choose one of the listed versions.');
}
