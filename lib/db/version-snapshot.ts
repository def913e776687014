import { createHash } from 'node:crypto';
import type { App, AppCatalog, CatalogVersion } from './catalog';
import type { FeatureKind } from './generated/enums';
import type { VersionModel, VersionSnapshotModel } from './generated/models';

/** A feature of a snapshot. The names are those of the stored JSON. */
export type SnapshotFeature = {
  human_id: string;
  title: string;
  kind: FeatureKind;
  value: string | null;
};

/** The content of a version at a time, stored once under its digest. Immutable. */
export type VersionSnapshot = Omit<VersionSnapshotModel, 'features'> & { features: SnapshotFeature[] };

/** A version with its features, as `createSnapshot` takes it. */
export interface SnapshotSource
  extends Pick<VersionModel, 'appId' | 'id' | 'title' | 'description' | 'tag' | 'fee' | 'userFee'> {
  features: {
    kind: FeatureKind;
    value: string | null;
    feature: { humanId: string; title: string; position: number };
  }[];
}

/** A cached catalog keeps its version objects, so their snapshots are computed once. */
const snapshots = new WeakMap<CatalogVersion, VersionSnapshot>();

/** The snapshot of a catalog's version. */
export function snapshotVersion(catalog: AppCatalog, version: CatalogVersion): VersionSnapshot {
  const known = snapshots.get(version);
  if (known) return known;
  const features = new Map(
    catalog.features.map((feature, position) => [feature.id, { ...feature, position }]),
  );
  const linked = version.links.flatMap(({ kind, value, featureId }) => {
    const feature = features.get(featureId);
    return feature ? [{ kind, value, feature }] : [];
  });
  const snapshot = createSnapshot(catalog.app, { ...version, appId: catalog.app.id, features: linked });
  snapshots.set(version, snapshot);
  return snapshot;
}

/**
 * Creates a snapshot. Equal content has an equal digest, regardless of the order in which it was read. Features are in catalog order.
 */
export function createSnapshot(
  app: Pick<App, 'currency' | 'billingPeriod'>,
  version: SnapshotSource,
): VersionSnapshot {
  const features = version.features
    .toSorted(
      (a, b) => a.feature.position - b.feature.position || compareText(a.feature.humanId, b.feature.humanId),
    )
    .map(({ kind, value, feature }) => ({ human_id: feature.humanId, title: feature.title, kind, value }));
  const content = {
    versionId: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    fee: version.fee,
    userFee: version.userFee,
    currency: app.currency,
    billingPeriod: app.billingPeriod,
    features,
  };
  const digest = createHash('sha256').update(canonicalJson(content)).digest('hex');
  return { appId: version.appId, digest, ...content };
}

/** JSON with sorted keys, so that equal content is equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareText(a, b)))
      : inner,
  );
}

// Not localeCompare: a digest must not depend on the machine's locale data.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
