import { createHash } from 'node:crypto';
import { type CamelCase, toCamelCase } from '@/lib/contract/field-names';
import { versionContent } from '@/lib/contract/versions';
import {
  type App,
  type AppCatalog,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureLink,
  isLimitRow,
} from './catalog';
import type { AddOnEffect } from './generated/enums';
import type { VersionModel, VersionSnapshotModel } from './generated/models';

/** A feature of a snapshot. The names are those of the stored JSON. */
export type SnapshotFeature = {
  human_id: string;
  title: string;
  /** `optional`: the version does not include the feature, but an add-on adds it. */
  kind: 'included' | 'optional';
  /** True for a usage limit of its own. Absent for a feature. */
  is_limit?: boolean;
  value: string | null;
  /** The amount that the version includes. Null if there is none. */
  limit: {
    amount: number | null;
    unlimited: boolean;
    unit: string | null;
    period: string | null;
    /** Absent if a higher amount is better, null if that is not known. */
    better_amount?: 'lower' | null;
  } | null;
};

/** The content of a version at a time, stored once under its digest. Immutable. */
export type VersionSnapshot = Omit<VersionSnapshotModel, 'features'> & { features: SnapshotFeature[] };

type SourceFeature = Pick<
  CatalogFeature,
  'humanId' | 'title' | 'position' | 'unit' | 'period' | 'catalogKey' | 'limitKey' | 'betterAmount'
>;

/** The fields of a version that a snapshot copies. */
export type VersionContent = Pick<VersionModel, CamelCase<keyof typeof versionContent>>;

const contentNames = Object.keys(versionContent).map(toCamelCase) as (keyof VersionContent)[];

/** A version with its features and the add-ons that are available for it, as `createSnapshot` takes it. */
export interface SnapshotSource
  extends Pick<VersionModel, 'appId' | 'id' | 'title' | 'description' | 'tag'>,
    VersionContent {
  features: (Pick<FeatureLink, 'value' | 'amount' | 'unlimited'> & { feature: SourceFeature })[];
  addOns: {
    addOn: { public: boolean; features: { effect: AddOnEffect; feature: SourceFeature }[] };
  }[];
}

/** A cached catalog keeps its version objects, so their snapshots are computed once. */
const snapshots = new WeakMap<CatalogVersion, VersionSnapshot>();

const positionedFeatures = new WeakMap<AppCatalog, Map<string, CatalogFeature>>();

/** The features of a catalog by ID, with their place in it as position. */
function getPositionedFeatures(catalog: AppCatalog): Map<string, CatalogFeature> {
  let features = positionedFeatures.get(catalog);
  if (!features) {
    features = new Map(catalog.features.map((feature, position) => [feature.id, { ...feature, position }]));
    positionedFeatures.set(catalog, features);
  }
  return features;
}

/** The snapshot of a catalog's version. */
export function snapshotVersion(catalog: AppCatalog, version: CatalogVersion): VersionSnapshot {
  const known = snapshots.get(version);
  if (known) return known;
  const features = getPositionedFeatures(catalog);
  const withFeature = <T extends { featureId: string }>(link: T) => {
    const feature = features.get(link.featureId);
    return feature ? [{ ...link, feature }] : [];
  };
  const addOns = catalog.addOns
    .filter((addOn) => addOn.replacedBy === null)
    .filter((addOn) => addOn.versions.some(({ versionId }) => versionId === version.id))
    .map((addOn) => ({ addOn: { public: addOn.public, features: addOn.features.flatMap(withFeature) } }));
  const linked = version.links.flatMap(withFeature);
  const snapshot = createSnapshot(catalog.app, {
    ...version,
    appId: catalog.app.id,
    features: linked,
    addOns,
  });
  snapshots.set(version, snapshot);
  return snapshot;
}

/**
 * Creates a snapshot. Equal content has an equal digest, regardless of the order in which it was read. Features are in
 * catalog order.
 */
export function createSnapshot(
  app: Pick<App, 'currency' | 'billingPeriod'>,
  version: SnapshotSource,
): VersionSnapshot {
  const features = [...listIncluded(version), ...listOptional(version)]
    .toSorted((a, b) => a.position - b.position || compareText(a.feature.human_id, b.feature.human_id))
    .map(({ feature }) => feature);
  const content = {
    versionId: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    ...(Object.fromEntries(contentNames.map((name) => [name, version[name]])) as VersionContent),
    currency: app.currency,
    billingPeriod: app.billingPeriod,
    features,
  };
  const hashed = Object.entries(content).filter(([name, value]) => value !== null || hashedNulls.has(name));
  const digest = createHash('sha256')
    .update(canonicalJson(Object.fromEntries(hashed)))
    .digest('hex');
  return { appId: version.appId, digest, ...content };
}

/** The fields whose null is part of the digest. Null in a field of a later release is not, so that digests stay the same. */
const hashedNulls = new Set(['fee', 'userFee', 'feeUnit', 'userFeeUnit', 'annualFee', 'annualUserFee']);

interface PositionedFeature {
  position: number;
  feature: SnapshotFeature;
}

/** The mark of amounts of which a higher one is not better. */
export function markBetterAmount({ betterAmount }: Pick<CatalogFeature, 'betterAmount'>): {
  better_amount?: 'lower' | null;
} {
  return betterAmount === 'higher' ? {} : { better_amount: betterAmount };
}

function listIncluded({ features }: SnapshotSource): PositionedFeature[] {
  return features.map(({ value, amount, unlimited, feature }) => {
    const { humanId, title, position, unit, period } = feature;
    const amounts = { amount, unlimited, unit, period, ...markBetterAmount(feature) };
    const limit = unlimited || amount !== null ? amounts : null;
    const content = { kind: 'included', ...limitMark(feature), value, limit } as const;
    return { position, feature: { human_id: humanId, title, ...content } };
  });
}

/** The features that public add-ons add to the version. */
function listOptional({ features, addOns }: SnapshotSource): PositionedFeature[] {
  const known = new Set(features.map(({ feature }) => feature.humanId));
  return addOns.flatMap(({ addOn }) =>
    (addOn.public ? addOn.features : []).flatMap(({ effect, feature }): PositionedFeature[] => {
      const { humanId, title, position } = feature;
      if (effect !== 'include' || known.has(humanId)) return [];
      known.add(humanId);
      const content = { kind: 'optional', ...limitMark(feature), value: null, limit: null } as const;
      return [{ position, feature: { human_id: humanId, title, ...content } }];
    }),
  );
}

/** The field `is_limit`, which features lack. */
function limitMark(feature: SourceFeature): Pick<SnapshotFeature, 'is_limit'> {
  return isLimitRow(feature) ? { is_limit: true } : {};
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
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
