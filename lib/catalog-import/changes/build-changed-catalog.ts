import type { AppCatalog } from '@/lib/db/catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import {
  type CatalogChanges,
  createRowMappers,
  groupBy,
  type RelationChange,
  type RowChange,
} from './catalog-changes';

/** The live catalog is compared with each text that is checked. */
const catalogs = new WeakMap<StoredCatalog, AppCatalog>();

/** The stored catalog as the API would read it. The same rows return the same catalog. */
export function buildStoredCatalog(stored: StoredCatalog): AppCatalog {
  let catalog = catalogs.get(stored);
  if (!catalog) {
    catalog = buildChangedCatalog(stored, null);
    catalogs.set(stored, catalog);
  }
  return catalog;
}

/**
 * The stored catalog with changes that were planned against it, as the API would read it. Rows to insert have their key as ID.
 * `changes` is null for the catalog as it is stored.
 */
export function buildChangedCatalog(stored: StoredCatalog, changes: CatalogChanges | null): AppCatalog {
  const versions = changeRows(stored.versions, changes?.versions ?? []);
  const features = changeRows(stored.features, changes?.features ?? []);
  const addOns = changeRows(stored.addOns, changes?.addOns ?? []);
  const versionId = createIdLookup(versions);
  const featureId = createIdLookup(features);
  const addOnId = createIdLookup(addOns);
  const mappers = createRowMappers({ version: versionId, feature: featureId, addOn: addOnId });
  const cells = changeRelation(stored.cells, changes?.cells ?? [], mappers.toCell, (row) => [
    row.versionId,
    row.featureId,
  ]);
  const prices = changeRelation(stored.addOnPrices, changes?.addOnPrices ?? [], mappers.toPrice, (row) => [
    row.addOnId,
    row.versionId,
  ]);
  const effects = changeRelation(
    stored.addOnEffects,
    changes?.addOnEffects ?? [],
    mappers.toEffect,
    (row) => [row.addOnId, row.featureId, row.effect],
  );
  const cellsByVersion = groupBy(cells, (cell) => cell.versionId);
  const pricesByAddOn = groupBy(prices, (price) => price.addOnId);
  const effectsByAddOn = groupBy(effects, (effect) => effect.addOnId);
  return {
    app: { ...stored.app, ...changes?.app?.after, catalogRevision: 0 },
    versions: versions.map((version) => ({ ...version, links: cellsByVersion.get(version.id) ?? [] })),
    features: features
      .map((feature) =>
        'linkedFeatures' in feature
          ? { ...feature, linkedFeatureIds: feature.linkedFeatures.map(featureId) }
          : feature,
      )
      .toSorted((a, b) => a.position - b.position || (a.humanId < b.humanId ? -1 : 1)),
    addOns: addOns.map((addOn) => ({
      ...addOn,
      dependsOn: addOn.dependsOn.map(addOnId),
      excludes: addOn.excludes.map(addOnId),
      versions: pricesByAddOn.get(addOn.id) ?? [],
      features: effectsByAddOn.get(addOn.id) ?? [],
    })),
  };
}

interface KeyedRow {
  id: string;
  catalogKey: string;
}

/** The rows after changes. References of changed rows to others are keys. */
function changeRows<T extends KeyedRow, C extends { catalogKey: string }>(
  stored: T[],
  changes: RowChange<C>[],
): (T | (C & { id: string }))[] {
  const rows = new Map<string, T | (C & { id: string })>(stored.map((row) => [row.catalogKey, row]));
  for (const { id, after } of changes) rows.set(after.catalogKey, { ...after, id: id ?? after.catalogKey });
  return [...rows.values()];
}

function createIdLookup(rows: KeyedRow[]): (key: string) => string {
  const ids = new Map(rows.map(({ catalogKey, id }) => [catalogKey, id]));
  return (key) => ids.get(key) ?? key;
}

function changeRelation<T, C>(
  stored: T[],
  changes: RelationChange<C>[],
  toRow: (row: C) => T,
  keyOf: (row: T) => string[],
): T[] {
  // No key has a null character.
  const joinKey = (row: T) => keyOf(row).join('\0');
  const rows = new Map(stored.map((row) => [joinKey(row), row]));
  for (const { before, after } of changes) {
    if (before) rows.delete(joinKey(toRow(before)));
    if (!after) continue;
    const row = toRow(after);
    rows.set(joinKey(row), row);
  }
  return [...rows.values()];
}
