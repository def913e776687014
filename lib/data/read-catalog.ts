import type { Queries } from './client';

/** Prices are integer minor units of the app's currency a billing period; null is not priced. */
export interface Prices {
  fee: number | null;
  userFee: number | null;
}

export interface CatalogFeature {
  id: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  active: boolean;
}

/** That a version includes a feature, or offers it at a price of its own. */
export interface FeatureLink extends Prices {
  featureId: string;
  kind: 'included' | 'optional';
  value: string | null;
  offer: string | null;
}

export interface CatalogVersion extends Prices {
  id: string;
  tag: string;
  title: string;
  description: string;
  moreInfo: string | null;
  active: boolean;
  public: boolean;
  isDefault: boolean;
  entryBlocker: string | null;
  exitBlocker: string | null;
  links: FeatureLink[];
}

/** All versions and features of an app, retired and not public ones too. Features are in the catalogue's order. */
export interface Catalog {
  versions: CatalogVersion[];
  features: CatalogFeature[];
}

const link = { featureId: true, kind: true, value: true, fee: true, userFee: true, offer: true } as const;

/** Reads the catalogue of the transaction's app. */
export async function readCatalog(queries: Queries, appId: string): Promise<Catalog> {
  const versions = await queries.version.findMany({
    where: { appId },
    omit: { appId: true, catalogKey: true, createdAt: true },
  });
  const links = await queries.versionFeature.findMany({
    where: { appId },
    select: { ...link, versionId: true },
  });
  const features = await queries.feature.findMany({
    where: { appId },
    orderBy: [{ position: 'asc' }, { humanId: 'asc' }],
    omit: { appId: true, catalogKey: true, position: true },
  });
  const linksOf = groupByVersion(links);
  return {
    versions: versions.map((version) => ({ ...version, links: linksOf.get(version.id) ?? [] })),
    features,
  };
}

// Node 20 has no Map.groupBy.
function groupByVersion<T extends { versionId: string }>(links: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of links) {
    const group = groups.get(each.versionId);
    if (group) group.push(each);
    else groups.set(each.versionId, [each]);
  }
  return groups;
}
