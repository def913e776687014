import { createHash } from 'node:crypto';
import type { BillingPeriod, FeatureKind } from './generated/enums';

/** A version's row with its features, as a snapshot needs it. */
export interface VersionContent {
  appId: string;
  id: string;
  title: string;
  description: string;
  tag: string;
  fee: number | null;
  userFee: number | null;
  features: {
    kind: FeatureKind;
    value: string | null;
    feature: { humanId: string; title: string; position: number };
  }[];
}

/** One feature as a snapshot keeps it; the names are those of the stored JSON. */
export type FrozenFeature = {
  human_id: string;
  title: string;
  kind: FeatureKind;
  value: string | null;
};

/** What a version is at a moment, under the digest of that content. */
export interface FrozenVersion {
  appId: string;
  digest: string;
  versionId: string;
  title: string;
  description: string;
  tag: string;
  fee: number | null;
  userFee: number | null;
  currency: string;
  billingPeriod: BillingPeriod;
  features: FrozenFeature[];
}

/** What to ask Prisma for, so that a version's row is a `VersionContent`. */
export const versionContent = { features: { include: { feature: true } } } as const;

/**
 * Freezes a version: the same content has the same digest, whenever and in whatever order it was read.
 * Features stand in the catalogue's order.
 */
export function versionSnapshot(
  app: { currency: string; billingPeriod: BillingPeriod },
  version: VersionContent,
): FrozenVersion {
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
  return { appId: version.appId, digest: digestOf(content), ...content };
}

function digestOf(content: Omit<FrozenVersion, 'appId' | 'digest'>): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** JSON with the names of every object in order, so that equal content is equal text. */
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
