import { reserveHumanId } from '@/lib/catalog-import/build/build-features';
import type { ImportedCatalog, ImportedCell } from '@/lib/catalog-import/build/imported-catalog';
import type { StoredCatalog, StoredFeature } from '@/lib/db/catalog-store';
import { type CellChange, diffRow, type FeatureTarget, type RowChange } from './catalog-changes';

interface PlannedFeatures {
  changes: RowChange<FeatureTarget>[];
  /** Human ids that the extension assigns to a feature although `owner`, which keeps its human id, has them. */
  humanIdConflicts: { catalogKey: string; humanId: string; owner: StoredFeature }[];
}

/**
 * Plans the changes of features. API clients reference features by human id, so only the extension can change the one of
 * a stored feature. A new feature gets a number if its human id is taken, also by a retired feature.
 */
export function planFeatures(stored: StoredFeature[], catalog: ImportedCatalog): PlannedFeatures {
  const storedByKey = new Map(stored.map((feature) => [feature.catalogKey, feature]));
  const explicit = catalog.explicitHumanIds;
  const listed = new Set(catalog.features.map(({ catalogKey }) => catalogKey));

  const unaffected = stored.filter(({ catalogKey }) => !explicit.has(catalogKey));
  const reserved = new Set(unaffected.map(({ humanId }) => humanId));
  for (const { catalogKey, humanId } of catalog.features) {
    if (explicit.has(catalogKey)) reserved.add(humanId);
  }

  const targets = catalog.features.map((feature): FeatureTarget => {
    const { catalogKey, humanId } = feature;
    const fixed = explicit.has(catalogKey) ? humanId : storedByKey.get(catalogKey)?.humanId;
    return { ...feature, humanId: fixed ?? reserveHumanId(humanId, reserved), active: true };
  });
  const retired = stored
    .filter(({ catalogKey }) => !listed.has(catalogKey))
    .map(({ id: _, ...fields }): FeatureTarget => ({ ...fields, active: false }));
  const humanIdConflicts = targets.flatMap(({ catalogKey, humanId }) => {
    const owner = explicit.has(catalogKey) && unaffected.find((feature) => feature.humanId === humanId);
    return owner ? [{ catalogKey, humanId, owner }] : [];
  });
  const changes = [...targets, ...retired].flatMap(
    (target) => diffRow<FeatureTarget>(storedByKey.get(target.catalogKey) ?? null, target) ?? [],
  );
  return { changes, humanIdConflicts };
}

const comparedFields = ['kind', 'value', 'fee', 'userFee', 'offer'] as const;

/** Plans the changes of the feature matrix. Versions that are no longer in the list keep their cells. */
export function planCells(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
): { cells: CellChange[]; unchanged: number } {
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const before = new Map(
    toImportedCells(stored)
      .filter(({ version }) => listed.has(version))
      .map((cell) => [cellKey(cell), cell]),
  );
  const cells: CellChange[] = [];
  let unchanged = 0;
  for (const after of catalog.cells) {
    const key = cellKey(after);
    const cell = before.get(key) ?? null;
    before.delete(key);
    if (cell && comparedFields.every((field) => cell[field] === after[field])) unchanged += 1;
    else cells.push({ before: cell, after });
  }
  for (const cell of before.values()) cells.push({ before: cell, after: null });
  return { cells, unchanged };
}

/** The stored cells, with `catalogKey`s in place of ids. */
function toImportedCells(stored: StoredCatalog | null): ImportedCell[] {
  const versions = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const features = new Map(stored?.features.map(({ id, catalogKey }) => [id, catalogKey]));
  return (stored?.cells ?? []).map(({ versionId, featureId, ...cell }) => ({
    ...cell,
    version: versions.get(versionId) ?? versionId,
    feature: features.get(featureId) ?? featureId,
  }));
}

function cellKey({ version, feature }: ImportedCell): string {
  return JSON.stringify([version, feature]);
}
