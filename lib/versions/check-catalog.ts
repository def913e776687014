import type { Catalog, CatalogVersion } from '@/lib/data/read-catalog';

export type CatalogFinding =
  | 'feature_in_no_version'
  | 'feature_in_all_versions'
  | 'no_price'
  | 'no_description'
  | 'duplicate_title';

/** Something a product team would want to look at before its customers do. */
export interface CatalogCheck {
  code: CatalogFinding;
  /** Titles of the versions or features it is about. */
  subjects: string[];
}

/** Looks over the versions as they would be listed, and over the features of the app. */
export function checkCatalog(features: Catalog['features'], listed: CatalogVersion[]): CatalogCheck[] {
  const holders = (featureId: string, kinds: string[]) =>
    listed.filter((version) =>
      version.links.some((link) => link.featureId === featureId && kinds.includes(link.kind)),
    ).length;
  const active = features.filter((feature) => feature.active);
  const titles = (found: { title: string }[]) => found.map((each) => each.title);
  const checks: CatalogCheck[] = [
    {
      code: 'feature_in_no_version',
      subjects: titles(active.filter(({ id }) => holders(id, ['included', 'optional']) === 0)),
    },
    {
      code: 'feature_in_all_versions',
      subjects: titles(active.filter(({ id }) => holders(id, ['included']) === listed.length)),
    },
    {
      code: 'no_price',
      subjects: titles(listed.filter(({ fee, userFee }) => fee === null && userFee === null)),
    },
    {
      code: 'no_description',
      subjects: titles(listed.filter(({ description }) => description.trim() === '')),
    },
    {
      code: 'duplicate_title',
      subjects: duplicates(titles(listed)).concat(duplicates(titles(active))),
    },
  ];
  return checks.filter(({ subjects }) => subjects.length > 0 && listed.length > 0);
}

function duplicates(titles: string[]): string[] {
  const key = (title: string) => title.trim().toLowerCase();
  const seen = new Map<string, number>();
  for (const title of titles) seen.set(key(title), (seen.get(key(title)) ?? 0) + 1);
  return titles.filter((title, index) => {
    const first = titles.findIndex((other) => key(other) === key(title)) === index;
    return first && (seen.get(key(title)) ?? 0) > 1;
  });
}
