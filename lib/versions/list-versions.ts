import type { SwitchDecision } from '@/lib/contract/fields';
import type { Role } from '@/lib/contract/role';
import type { App } from '@/lib/data/find-app';
import type { Catalog, CatalogVersion } from '@/lib/data/read-catalog';
import { buildMatrix, type MatrixRow } from './build-matrix';
import type { AppCaller } from './caller';
import { decideSwitch } from './decide-switch';
import { type Moment, recallMoment } from './moment';
import type { Service } from './service';
import { isVisible, listedVersions, type Onlooker } from './visible-versions';

export interface ListedVersion {
  version: CatalogVersion;
  current: boolean;
  /** Null for a caller without an account. */
  decision: SwitchDecision | null;
}

export interface VersionListing {
  app: App;
  versions: ListedVersion[];
  matrix: MatrixRow[];
  optionalFeaturesAvailable: boolean;
}

/** The versions available to the caller, with the feature matrix (spec 4.1). */
export async function listVersions(service: Service, caller: AppCaller): Promise<VersionListing> {
  return listAt(await recallMoment(service, caller), caller);
}

/** As `listVersions`, of a moment at hand. */
export function listAt(
  { catalog, state }: Moment,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
): VersionListing {
  return { app: catalog.app, ...arrangeListing(catalog, { role, state }, account !== null) };
}

/** The listing as a pure function of the catalogue and of who looks at it. */
export function arrangeListing(
  catalog: Catalog,
  onlooker: Onlooker,
  hasAccount: boolean,
): Omit<VersionListing, 'app'> {
  const listed = listedVersions(catalog.versions, onlooker);
  const hidden = catalog.versions.filter((version) => !isVisible(version, onlooker));
  const current = listed.find((version) => version.id === onlooker.state.current?.versionId) ?? null;
  const decide = (target: CatalogVersion, role: Role | null) =>
    hasAccount ? decideSwitch(role, current, target) : null;
  return {
    versions: listed.map((version) => ({
      version,
      current: version === current,
      decision: decide(version, onlooker.role),
    })),
    matrix: buildMatrix(catalog.features, listed, hidden),
    optionalFeaturesAvailable: (hasAccount ? [current] : listed).some((version) =>
      version?.links.some((link) => link.kind === 'optional'),
    ),
  };
}
