import { createHash } from 'node:crypto';
import { toCurrency } from '@/lib/contract/currency-digits';
import { type CamelCase, toCamelCase } from '@/lib/contract/field-names';
import { versionContent } from '@/lib/contract/versions';
import {
  type AppCatalog,
  type CatalogFeature,
  type CatalogVersion,
  type FeatureContent,
  isLimitRow,
  type VersionModel,
} from './catalog';
import type { WithNumbers } from './connection/query-json';
import type { VersionSnapshotModel } from './generated/models';

/** A feature of a snapshot. The names are those of the stored JSON. */
export type SnapshotFeature = {
  human_id: string;
  title: string;
  /** `optional`: the version does not include the feature, but an add-on adds it. */
  kind: 'included' | 'optional';
  /** It is true for a usage limit of its own. It is absent for a feature. */
  is_limit?: boolean;
  value: string | null;
  /** The amount that the version includes, or null if there is none. */
  limit: {
    amount: number | null;
    unlimited: boolean;
    unit: string | null;
    period: string | null;
    /** It is absent if a higher amount is better, null if that is not known. */
    better_amount?: 'lower' | null;
  } | null;
};

/** The content of a version at a time, stored once under its digest. Immutable. */
export type VersionSnapshot = Omit<WithNumbers<VersionSnapshotModel>, 'features' | 'currencyDigits'> & {
  currencyDigits: number;
  features: SnapshotFeature[];
};

/** The fields of a version that a snapshot copies. */
export type VersionContent = Pick<VersionModel, CamelCase<keyof typeof versionContent>>;

const contentNames = Object.keys(versionContent).map(toCamelCase) as (keyof VersionContent)[];

/** A cached catalog keeps its version objects, so their snapshots are computed once. */
const snapshots = new WeakMap<CatalogVersion, VersionSnapshot>();

/**
 * The snapshot of a catalog's version. Equal content has an equal digest, regardless of the order in which it was read.
 * Features are in catalog order.
 */
export function snapshotVersion(catalog: AppCatalog, version: CatalogVersion): VersionSnapshot {
  const known = snapshots.get(version);
  if (known) return known;
  const { app } = catalog;
  const content = {
    versionId: version.id,
    title: version.title,
    description: version.description,
    tag: version.tag,
    ...(Object.fromEntries(contentNames.map((name) => [name, version[name]])) as VersionContent),
    currency: app.currency,
    currencyDigits: toCurrency(app).currency_digits,
    billingPeriod: app.billingPeriod,
    features: listFeatures(catalog, version),
  };
  const snapshot = toSnapshot(app.id, content);
  snapshots.set(version, snapshot);
  return snapshot;
}

/** A snapshot with its digest. The digits of the currency are not part of it: digests are older. */
export function toSnapshot(
  appId: string,
  content: Omit<VersionSnapshot, 'appId' | 'digest'>,
): VersionSnapshot {
  const hashed = Object.entries(content).filter(
    ([name, value]) => name !== 'currencyDigits' && (value !== null || hashedNulls.has(name)),
  );
  const digest = createHash('sha256')
    .update(canonicalJson(Object.fromEntries(hashed)))
    .digest('hex');
  return { appId, digest, ...content };
}

/** The fields whose null is part of the digest. Null in a field of a later release is not, so that digests stay the same. */
const hashedNulls = new Set(['fee', 'userFee', 'feeUnit', 'userFeeUnit', 'annualFee', 'annualUserFee']);

/** The mark of amounts of which a higher one is not better. */
export function markBetterAmount({ betterAmount }: Pick<CatalogFeature, 'betterAmount'>): {
  better_amount?: 'lower' | null;
} {
  return betterAmount === 'higher' ? {} : { better_amount: betterAmount };
}

/** The features that the version includes, and those that public add-ons add to it. */
function listFeatures(
  { features, addOns }: AppCatalog,
  { id: versionId, links }: CatalogVersion,
): SnapshotFeature[] {
  const included = new Map(links.map((link) => [link.featureId, link]));
  const offered = addOns.filter(
    (addOn) =>
      addOn.public &&
      addOn.replacedBy === null &&
      addOn.versions.some((price) => price.versionId === versionId),
  );
  const optional = new Set(
    offered.flatMap((addOn) =>
      addOn.features.flatMap(({ effect, featureId }) => (effect === 'include' ? featureId : [])),
    ),
  );
  return features.flatMap((feature): SnapshotFeature[] => {
    const link = included.get(feature.id);
    if (!link && !optional.has(feature.id)) return [];
    return [snapshotFeature(feature, link ?? null)];
  });
}

/** A feature with what is included of it, or null for one that is optional. */
export function snapshotFeature(feature: CatalogFeature, content: FeatureContent | null): SnapshotFeature {
  const { humanId: human_id, title, unit, period } = feature;
  const named = { human_id, title, ...(isLimitRow(feature) && { is_limit: true }) };
  if (!content) return { ...named, kind: 'optional', value: null, limit: null };
  const { value, amount, unlimited } = content;
  const amounts = { amount, unlimited, unit, period, ...markBetterAmount(feature) };
  return { ...named, kind: 'included', value, limit: unlimited || amount !== null ? amounts : null };
}

/** JSON with sorted keys, so that equal content is equal text. Not localeCompare: locale data differ between machines. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
