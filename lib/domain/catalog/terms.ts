import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { TermsContent } from '@/lib/contract/terms';
import type { Terms } from '@/lib/db/accounts';
import type { AppCatalog, CatalogFeature, CatalogVersion, FeatureLink, Price } from '@/lib/db/catalog';
import { snapshotFeature, toSnapshot, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { formatFeatureAmount } from './translate-content';

// What was agreed with an account applies to the catalog that it sees: lists, previews, totals, features and histories have the
// prices and the content of its terms without knowing them (docs/decisions/0039-terms.md).

export type { Terms };

/** A version with what was agreed with an account. */
export interface AgreedVersion extends CatalogVersion {
  /** The version without it. */
  listed: CatalogVersion;
  /** It is in Unix milliseconds, and null if it does not end by itself. */
  until: number | null;
  /** IDs of the features that differ. */
  agreedFeatureIds: ReadonlySet<string>;
}

export function isAgreed(version: CatalogVersion): version is AgreedVersion {
  return 'listed' in version;
}

/** A version as the price list has it. */
export function toListed(version: CatalogVersion): CatalogVersion {
  return isAgreed(version) ? version.listed : version;
}

/** Catalogs to keep of each catalog, one for each content of terms. */
const maxCatalogs = 50;
const agreedCatalogs = new WeakMap<AppCatalog, LRUCache<string, AppCatalog>>();

/** The catalog that an account sees. The same object for equal terms, so that what is cached for it has the same keys. */
export function applyTerms(catalog: AppCatalog, terms: Terms | undefined): AppCatalog {
  if (!terms?.active) return catalog;
  const { versionId, price, features, limits, until } = terms;
  const key = JSON.stringify([versionId, price, features, limits, until]);
  const known = agreedCatalogs.get(catalog) ?? new LRUCache({ max: maxCatalogs });
  agreedCatalogs.set(catalog, known);
  let agreed = known.get(key);
  if (!agreed) {
    const versions = catalog.versions.map((version) => agreeVersion(catalog, version, terms));
    agreed = { ...catalog, versions };
    known.set(key, agreed);
  }
  return agreed;
}

/** A version for an account with terms, or with none. */
export function agreeVersion(
  catalog: AppCatalog,
  version: CatalogVersion,
  terms: Terms | null,
): CatalogVersion {
  const listed = toListed(version);
  if (!terms?.active || !isCovered(catalog, listed, terms)) return listed;
  const byHumanId = new Map(catalog.features.map((feature) => [feature.humanId, feature]));
  const links = new Map(listed.links.map((link) => [link.featureId, link]));
  const agreedFeatureIds = new Set<string>();
  for (const [humanId, content] of listContents(terms)) {
    const feature = byHumanId.get(humanId);
    if (!feature) continue;
    const own = links.get(feature.id);
    const link = toLink(feature, content, own);
    if (link) links.set(feature.id, own && isSameContent(own, link) ? own : link);
    else links.delete(feature.id);
    if (links.get(feature.id) !== own) agreedFeatureIds.add(feature.id);
  }
  return {
    ...listed,
    ...toAgreedPrice(terms),
    links: [...links.values()],
    listed,
    until: terms.until,
    agreedFeatureIds,
  } as AgreedVersion;
}

/** Whether terms are for a version: for all, or for the plan that it is a version of. */
export function isCovered(
  { versions }: Pick<AppCatalog, 'versions'>,
  { id, replacedBy }: Pick<CatalogVersion, 'id' | 'replacedBy'>,
  { versionId }: Pick<Terms, 'versionId'>,
): boolean {
  if (versionId === null || versionId === id) return true;
  const version = versions.find((each) => each.id === versionId);
  return version !== undefined && (version.replacedBy ?? version.id) === (replacedBy ?? id);
}

/** Whether two agreements have the same content. */
export function isSameTerms(a: Terms | null, b: Terms | null): boolean {
  return isDeepStrictEqual(a && { ...a, id: '' }, b && { ...b, id: '' });
}

/** The content that a publication gives a version, for an account with terms. */
export function agreeSnapshot(
  catalog: AppCatalog,
  snapshot: VersionSnapshot,
  terms: Terms | null,
): VersionSnapshot {
  const version = catalog.versions.find(({ id }) => id === snapshot.versionId);
  if (!terms?.active || !isCovered(catalog, version ?? { id: snapshot.versionId, replacedBy: null }, terms)) {
    return snapshot;
  }
  const contents = new Map(listContents(terms));
  const agreed = new Map(
    catalog.features.flatMap((feature) => {
      const content = contents.get(feature.humanId);
      if (!content) return [];
      const own = snapshot.features.find(({ human_id }) => human_id === feature.humanId);
      if ('value' in content && content.value === true && own?.kind === 'included') return [];
      const link = toLink(feature, content, undefined);
      return [[feature.humanId, link && snapshotFeature(feature, link)] as const];
    }),
  );
  const known = new Set(snapshot.features.map(({ human_id }) => human_id));
  const features = [
    ...snapshot.features.map((each) => (agreed.has(each.human_id) ? agreed.get(each.human_id)! : each)),
    ...[...agreed].map(([humanId, feature]) => (known.has(humanId) ? null : feature)),
  ].filter((feature) => feature !== null);
  const { appId, digest: _, ...content } = snapshot;
  return toSnapshot(appId, { ...content, ...toAgreedPrice(terms), features });
}

/** The result is what histories and events have. */
export function serializeTerms({
  versionId,
  price,
  limits,
  features,
  reason,
  active,
  ...times
}: Terms): TermsContent {
  const { fee, userFee: user_fee, annualFee: annual_fee, annualUserFee: annual_user_fee } = price;
  const fees = Object.entries({ fee, user_fee, annual_fee, annual_user_fee });
  return {
    version_id: versionId,
    price: Object.fromEntries(fees.filter(([, amount]) => amount !== undefined)),
    limits,
    features,
    from: times.from / 1000,
    until: times.until === null ? null : times.until / 1000,
    reason,
    active,
  };
}

type Content = { value: boolean | string } | { amount: number | null };

function listContents({ features, limits }: Terms): [humanId: string, Content][] {
  return [
    ...Object.entries(features).map(([id, value]): [string, Content] => [id, { value }]),
    ...Object.entries(limits).map(([id, amount]): [string, Content] => [id, { amount }]),
  ];
}

/** It is null if the account does not have the feature. What it has anyway is `own`. */
function toLink(feature: CatalogFeature, content: Content, own: FeatureLink | undefined): FeatureLink | null {
  const { id: featureId } = feature;
  if ('value' in content) {
    const { value } = content;
    if (value === false) return null;
    if (value === true && own) return own;
    return { featureId, value: value === true ? null : value, amount: null, unlimited: false };
  }
  const { amount } = content;
  const unlimited = amount === null;
  return { featureId, value: formatFeatureAmount(feature, { amount, unlimited }), amount, unlimited };
}

function isSameContent(a: FeatureLink, b: FeatureLink): boolean {
  return a.value === b.value && a.amount === b.amount && a.unlimited === b.unlimited;
}

/** A price that was agreed is one, also of a version that is priced on request. */
function toAgreedPrice({ price }: Terms): Partial<Price> {
  return Object.keys(price).length === 0 ? {} : { ...price, priceText: null };
}
