import type { AppCatalog } from '@/lib/db/catalog';
import type { CatalogRows, StoredCatalog } from '@/lib/db/catalog-store';
import { createRows } from './apply-changes';
import { type CatalogChanges, groupBy } from './catalog-changes';

/** The stored catalog as the API would read it. */
export function buildStoredCatalog(stored: StoredCatalog): AppCatalog {
  const cells = groupBy(stored.cells, (cell) => cell.versionId);
  const prices = groupBy(stored.addOnPrices, (price) => price.addOnId);
  const effects = groupBy(stored.addOnEffects, (effect) => effect.addOnId);
  return {
    app: { ...stored.app, catalogRevision: 0 },
    versions: stored.versions.map((version) => ({ ...version, links: cells.get(version.id) ?? [] })),
    features: stored.features.toSorted((a, b) => a.position - b.position || (a.humanId < b.humanId ? -1 : 1)),
    addOns: stored.addOns.map((addOn) => ({
      ...addOn,
      versions: prices.get(addOn.id) ?? [],
      features: effects.get(addOn.id) ?? [],
    })),
    texts: stored.texts,
  };
}

/**
 * The stored catalog with changes that were planned against it, as the API would read it. Rows to insert have their key
 * as ID.
 */
export function buildChangedCatalog(stored: StoredCatalog, changes: CatalogChanges): AppCatalog {
  return buildStoredCatalog(
    addRows(
      stored,
      createRows(stored, changes, (_, key) => key),
    ),
  );
}

/** The stored catalog after rows were written, without the changes of grants. */
export function addRows(stored: StoredCatalog, rows: CatalogRows): StoredCatalog {
  return {
    ...stored,
    app: rows.apps ?? stored.app,
    versions: changeRows(stored.versions, rows.versions),
    features: changeRows(stored.features, rows.features),
    cells: changeRelation(stored.cells, rows.versionFeatures, (row) => [row.versionId, row.featureId]),
    addOns: changeRows(stored.addOns, rows.addOns),
    addOnPrices: changeRelation(stored.addOnPrices, rows.addOnVersions, (row) => [
      row.addOnId,
      row.versionId,
    ]),
    addOnEffects: changeRelation(stored.addOnEffects, rows.addOnFeatures, (row) => [
      row.addOnId,
      row.featureId,
      row.effect,
    ]),
    texts: [
      ...new Map(
        [...stored.texts, ...rows.catalogTexts.inserted].map((each) => [each.language, each]),
      ).values(),
    ],
  };
}

function changeRows<T extends { id: string }>(
  stored: T[],
  { updated, inserted }: { updated: T[]; inserted: T[] },
): T[] {
  const rows = new Map([...stored, ...updated].map((row) => [row.id, row]));
  return [...rows.values(), ...inserted];
}

function changeRelation<T>(
  stored: T[],
  { deleted, inserted }: { deleted: T[]; inserted: T[] },
  keyOf: (row: T) => string[],
): T[] {
  // No key has a null character.
  const joinKey = (row: T) => keyOf(row).join('\0');
  const rows = new Map(stored.map((row) => [joinKey(row), row]));
  for (const row of deleted) rows.delete(joinKey(row));
  return [...rows.values(), ...inserted];
}
