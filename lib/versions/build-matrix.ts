import type { CatalogFeature, CatalogVersion, FeatureLink, Prices } from '@/lib/data/read-catalog';

export interface MatrixRow {
  humanId: string;
  title: string;
  description: string;
  group: string;
  /** By version id, for every listed version. */
  included: Record<string, boolean>;
  /** By version id: what stands in place of a tick. */
  values: Record<string, string>;
  /** By version id: the price at which the feature can be added. */
  offers: Record<string, Prices & { title: string | null }>;
}

/**
 * The feature matrix (spec 2.4): one row a feature, in the catalogue's order; every listed version has a cell.
 * A feature that only versions hidden from this caller have is left out, so that it can't give them away;
 * so is a retired one that no listed version has any more.
 */
export function buildMatrix(
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
