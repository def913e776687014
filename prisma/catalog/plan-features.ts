import type { StoredFeature } from '@/lib/data/catalog-store';
import type { Catalogue } from './catalogue';
import { type FeatureTarget, type RowChange, rowChange } from './changes';
import { freeId } from './name-features';

export interface PlannedFeatures {
  changes: RowChange<FeatureTarget>[];
  /** Ids that the extension gives to one feature while another, which it does not name, has them. */
  clashes: { catalogKey: string; humanId: string; holder: StoredFeature }[];
}

/**
 * What happens to the features. A readable id stays with its feature, other programs know it by that; only the
 * extension can change it. A new feature whose id is taken, also by a retired one, gets a number.
 */
export function planFeatures(stored: StoredFeature[], catalogue: Catalogue): PlannedFeatures {
  const before = new Map(stored.map((feature) => [feature.catalogKey, feature]));
  const named = catalogue.namedHumanIds;
  const listed = new Set(catalogue.features.map(({ catalogKey }) => catalogKey));

  const kept = stored.filter(({ catalogKey }) => !named.has(catalogKey));
  const taken = new Set(kept.map(({ humanId }) => humanId));
  for (const { catalogKey, humanId } of catalogue.features) if (named.has(catalogKey)) taken.add(humanId);

  const targets = catalogue.features.map((feature): FeatureTarget => {
    const own = named.has(feature.catalogKey) ? feature.humanId : before.get(feature.catalogKey)?.humanId;
    return { ...feature, humanId: own ?? freeId(feature.humanId, taken), active: true };
  });
  const gone = stored
    .filter(({ catalogKey }) => !listed.has(catalogKey))
    .map(({ id: _, ...fields }): FeatureTarget => ({ ...fields, active: false }));
  const clashes = targets.flatMap(({ catalogKey, humanId }) => {
    const holder = named.has(catalogKey) && kept.find((feature) => feature.humanId === humanId);
    return holder ? [{ catalogKey, humanId, holder }] : [];
  });
  const changes = [...targets, ...gone].flatMap(
    (target) => rowChange<FeatureTarget>(before.get(target.catalogKey) ?? null, target) ?? [],
  );
  return { changes, clashes };
}
