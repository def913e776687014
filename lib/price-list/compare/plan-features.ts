import type { StoredCatalog } from '@/lib/db/catalog-store';
import { reserveHumanId } from '../build/build-features';
import type { ImportedCatalog, ImportedCell } from '../build/imported-catalog';
import { checkMark } from '../build/limit-unit';
import {
  diffRelation,
  diffRow,
  type FeatureTarget,
  groupBy,
  type Kept,
  mapContentKeys,
  type RelationChange,
  type RowChange,
} from './catalog-changes';
import { type MovedLimit, moveAmounts } from './moved-limits';

/** A human id that the extension assigns to a row although `owner`, which keeps its human id, has it. */
interface HumanIdConflict {
  catalogKey: string;
  humanId: string;
  owner: { title: string; active: boolean };
}

interface NamedRow {
  catalogKey: string;
  humanId: string;
  title: string;
  active: boolean;
}

export interface PlannedRows<T> {
  changes: RowChange<T>[];
  humanIdConflicts: HumanIdConflict[];
}

/** Plans the changes of features and of limits that are rows of their own. */
export function planFeatures(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
): PlannedRows<FeatureTarget> {
  const keys = new Map(stored?.features.map(({ id, catalogKey }) => [id, catalogKey]));
  const rows = (stored?.features ?? []).map(({ linkedFeatureIds, ...feature }) => ({
    ...feature,
    linkedFeatures: linkedFeatureIds.map((id) => keys.get(id) ?? id),
  }));
  return planNamedRows<FeatureTarget>(rows, catalog.features, catalog.explicitHumanIds.features);
}

/**
 * Plans the changes of rows that API clients reference by human id. Only the extension can change the human id of a stored
 * row. A new row gets a number if its human id is taken, also by a retired row; one that replaces a kept row takes over its human
 * id. Rows that are not in the list are retired.
 */
export function planNamedRows<T extends NamedRow>(
  stored: Kept<T & { id: string }>[],
  listed: Omit<T, 'active'>[],
  explicit: ReadonlySet<string>,
  retire: (row: Kept<T>) => T = (row) => ({ ...row, active: false }),
): PlannedRows<T> {
  const storedByKey = new Map(stored.map((row) => [row.catalogKey, row]));
  const listedKeys = new Set(listed.map(({ catalogKey }) => catalogKey));
  const humanIds = new Map(stored.map((row) => [row.successorKey ?? row.catalogKey, row.humanId]));

  const unaffected = stored.filter(
    ({ catalogKey, successorKey }) => !explicit.has(catalogKey) && !explicit.has(successorKey ?? ''),
  );
  const reserved = new Set(unaffected.map(({ humanId }) => humanId));
  for (const { catalogKey, humanId } of listed) if (explicit.has(catalogKey)) reserved.add(humanId);

  const targets = listed.map((row) => {
    const { catalogKey, humanId } = row;
    const fixed = explicit.has(catalogKey) ? humanId : humanIds.get(catalogKey);
    return { ...row, humanId: fixed ?? reserveHumanId(humanId, reserved), active: true } as unknown as T;
  });
  const retired = stored
    .filter(({ catalogKey }) => !listedKeys.has(catalogKey))
    .map(({ id: _, ...row }) => retire(row as unknown as Kept<T>));
  const humanIdConflicts = targets.flatMap(({ catalogKey, humanId }) => {
    const owner = explicit.has(catalogKey) && unaffected.find((row) => row.humanId === humanId);
    return owner ? [{ catalogKey, humanId, owner }] : [];
  });
  const changes = [...targets, ...retired].flatMap(
    (target) => diffRow<T>(storedByKey.get(target.catalogKey) ?? null, target) ?? [],
  );
  return { changes, humanIdConflicts };
}

/**
 * Plans the changes of the feature matrix. Versions that are no longer in the list keep their cells, with the amounts of moved
 * limits in their new rows, unless they get those of their plan.
 */
export function planCells(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
  moved: MovedLimit[],
): { changes: RelationChange<ImportedCell>[]; unchanged: number } {
  const contentKeys = mapContentKeys(stored?.versions ?? []);
  const listed = new Set([...catalog.versions.map(({ catalogKey }) => catalogKey), ...contentKeys.keys()]);
  const copied = [...contentKeys].flatMap(([version, plan]) =>
    catalog.cells.flatMap((cell) => (cell.version === plan ? [{ ...cell, version }] : [])),
  );
  // No key has a null character.
  const keyOf = ({ version, feature }: ImportedCell) => `${version}\0${feature}`;
  const before = toImportedCells(stored);
  const kept = before.filter(({ version }) => !listed.has(version));
  const moving = [...groupBy(kept, ({ version }) => version).values()].flatMap((cells) =>
    moveAmounts(cells, moved, (cell) => [{ ...cell, ...checkMark }]),
  );
  const { changes, unchanged } = diffRelation(
    before.filter(({ version }) => listed.has(version)),
    [...catalog.cells, ...copied],
    keyOf,
  );
  return { changes: [...changes, ...diffRelation(kept, moving, keyOf).changes], unchanged };
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
