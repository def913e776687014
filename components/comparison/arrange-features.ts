import type { MatrixFeature } from '@/lib/contract/version-list';
import { differs } from './cell';

export interface FeatureGroup {
  /** Empty for features that stand under no heading; they come first, so that none seems to belong to another's. */
  title: string;
  features: MatrixFeature[];
}

/** Groups in the order in which the catalogue first names them. */
export function groupFeatures(features: readonly MatrixFeature[]): FeatureGroup[] {
  const groups = new Map<string, MatrixFeature[]>([['', []]]);
  for (const feature of features) {
    const group = groups.get(feature.group);
    if (group) group.push(feature);
    else groups.set(feature.group, [feature]);
  }
  return [...groups].flatMap(([title, own]) => (own.length > 0 ? [{ title, features: own }] : []));
}

export interface FeatureFilter {
  query: string;
  onlyDifferences: boolean;
  /** The plans that are looked at: only between these a difference counts. */
  versionIds: readonly string[];
}

/** Ids of the features that stay when the filter is on. Each word has to occur, wherever in the row it stands. */
export function filterFeatures(features: readonly MatrixFeature[], filter: FeatureFilter): Set<string> {
  const words = plain(filter.query).split(/\s+/).filter(Boolean);
  const kept = features.filter((feature) => {
    if (filter.onlyDifferences && !differs(feature, filter.versionIds)) return false;
    if (words.length === 0) return true;
    const text = plain(`${feature.title} ${feature.description} ${feature.group}`);
    return words.every((word) => text.includes(word));
  });
  return new Set(kept.map(({ id }) => id));
}

/** Without case and accents: "resume" finds "Résumé". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
