import type { Role } from '@/lib/contract/current-user';
import type { SwitchDecision } from '@/lib/contract/fields';
import type { App, Catalog, CatalogFeature, CatalogVersion, FeatureLink, Prices } from '@/lib/db/catalog';
import type { AppCaller } from './caller';
import {
  type CallerAccess,
  type CatalogView,
  filterListedVersions,
  findVersion,
  isVisible,
} from './catalog-view';
import { decideSwitch } from './evaluate-switch';

export interface ListedVersion {
  version: CatalogVersion;
  current: boolean;
  /** Null for a caller without an account. */
  decision: SwitchDecision | null;
}

/** A row of the feature matrix. Each record is keyed by version id. */
export interface MatrixRow {
  humanId: string;
  title: string;
  description: string;
  group: string;
  /** Has every listed version. */
  included: Record<string, boolean>;
  /** The value to show instead of a check mark, such as "10 GB". */
  values: Record<string, string>;
  /** The price at which the feature can be added. */
  offers: Record<string, Prices & { title: string | null }>;
}

export interface VersionListing {
  app: App;
  versions: ListedVersion[];
  matrix: MatrixRow[];
  optionalFeaturesAvailable: boolean;
}

export interface VersionDetail {
  version: CatalogVersion;
  features: CatalogFeature[];
}

/** The versions available to the caller, with the feature matrix (spec 4.1). */
export function listVersions(
  { catalog, state }: CatalogView,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
): VersionListing {
  return { app: catalog.app, ...buildListing(catalog, { role, state }, account !== null) };
}

/** One version with the features it includes, in catalog order (spec 4.3). Throws 404 if the caller can't see it. */
export function getVersion(
  { catalog, state }: CatalogView,
  { role }: Pick<AppCaller, 'role'>,
  id: string,
): VersionDetail {
  const version = findVersion(catalog, id, { role, state });
  const included = new Set(
    version.links.filter((link) => link.kind === 'included').map((link) => link.featureId),
  );
  return { version, features: catalog.features.filter((feature) => included.has(feature.id)) };
}

/** The listing without its app, as a pure function of the catalog and the caller. */
export function buildListing(
  catalog: Catalog,
  access: CallerAccess,
  hasAccount: boolean,
): Omit<VersionListing, 'app'> {
  const listed = filterListedVersions(catalog.versions, access);
  const hidden = catalog.versions.filter((version) => !isVisible(version, access));
  const current = listed.find((version) => version.id === access.state.current?.versionId) ?? null;
  const decide = (target: CatalogVersion, role: Role | null) =>
    hasAccount ? decideSwitch(role, current, target) : null;
  return {
    versions: listed.map((version) => ({
      version,
      current: version === current,
      decision: decide(version, access.role),
    })),
    matrix: buildMatrix(catalog.features, listed, hidden),
    optionalFeaturesAvailable: (hasAccount ? [current] : listed).some((version) =>
      version?.links.some((link) => link.kind === 'optional'),
    ),
  };
}

/**
 * The feature matrix (spec 2.4): one row per feature, in catalog order, with a cell for every listed version. A feature
 * that only hidden versions have is left out, so that it does not reveal them. So is a retired feature that no listed
 * version has.
 */
function buildMatrix(
  features: CatalogFeature[],
  listed: CatalogVersion[],
  hidden: CatalogVersion[],
): MatrixRow[] {
  const links = listed.map((version) => ({
    id: version.id,
    byFeature: new Map(version.links.map((link) => [link.featureId, link])),
  }));
  const inListed = new Set(listed.flatMap((version) => version.links.map((link) => link.featureId)));
  const inHidden = new Set(hidden.flatMap((version) => version.links.map((link) => link.featureId)));

  return features
    .filter(({ id, active }) => inListed.has(id) || (active && !inHidden.has(id)))
    .map((feature) => {
      const { humanId, title, description, group } = feature;
      const row: MatrixRow = { humanId, title, description, group, included: {}, values: {}, offers: {} };
      for (const { id, byFeature } of links) addCell(row, id, byFeature.get(feature.id));
      return row;
    });
}

function addCell(row: MatrixRow, versionId: string, link: FeatureLink | undefined): void {
  row.included[versionId] = link?.kind === 'included';
  if (link?.kind === 'included' && link.value !== null) row.values[versionId] = link.value;
  if (link?.kind === 'optional') {
    row.offers[versionId] = { title: link.offer, fee: link.fee, userFee: link.userFee };
  }
}
