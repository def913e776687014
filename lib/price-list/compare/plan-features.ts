import { reserveHumanId } from '../build/build-features';
import { type Content, checkMark } from '../build/limit-unit';
import type { ImportedCatalog, WrittenCell, WrittenFeature } from '../build/written-catalog';
import type { Remark } from '../yaml/diagnostics';
import {
  diffRelation,
  diffRow,
  featurePath,
  groupBy,
  type Kept,
  mapContentKeys,
  type RelationChange,
  type RowChange,
} from './catalog-changes';
import type { WrittenRows } from './convert-catalog';

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
  { features }: WrittenRows,
  catalog: ImportedCatalog,
): PlannedRows<WrittenFeature> {
  return planNamedRows<WrittenFeature>(features, catalog.features, catalog.explicitHumanIds.features);
}

/**
 * Plans the changes of rows that API clients reference by human id. Only the extension can change the human id of a stored
 * row. A new row gets a number if its human id is taken, also by a retired row; one that replaces a kept row takes over its human
 * id. Rows that are not in the list are retired.
 */
export function planNamedRows<T extends NamedRow>(
  stored: Kept<T & { id: string }>[],
  listed: T[],
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
    return { ...row, humanId: fixed ?? reserveHumanId(humanId, reserved) };
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
  stored: WrittenRows,
  catalog: ImportedCatalog,
  moved: MovedLimit[],
): { changes: RelationChange<WrittenCell>[]; unchanged: number } {
  const contentKeys = mapContentKeys(stored.versions);
  const listed = new Set([...catalog.versions.map(({ catalogKey }) => catalogKey), ...contentKeys.keys()]);
  const copied = [...contentKeys].flatMap(([version, plan]) =>
    catalog.cells.flatMap((cell) => (cell.version === plan ? [{ ...cell, version }] : [])),
  );
  // No key has a null character.
  const keyOf = ({ version, feature }: WrittenCell) => `${version}\0${feature}`;
  const kept = stored.cells.filter(({ version }) => !listed.has(version));
  const moving = [...groupBy(kept, ({ version }) => version).values()].flatMap((cells) =>
    moveAmounts(cells, moved, (cell) => [{ ...cell, ...checkMark }]),
  );
  const { changes, unchanged } = diffRelation(
    stored.cells.filter(({ version }) => listed.has(version)),
    [...catalog.cells, ...copied],
    keyOf,
  );
  return { changes: [...changes, ...diffRelation(kept, moving, keyOf).changes], unchanged };
}

/** A limit whose amounts are in another row from now on, or in none. */
export interface MovedLimit {
  from: WrittenFeature;
  /** `catalogKey` of the row. It is null if the list has no such limit. */
  to: string | null;
}

/** The limits that accounts read in another row from now on. Rows that are not in the list keep their amounts. */
export function findMovedLimits(
  stored: Pick<WrittenRows, 'features'>,
  { features }: ImportedCatalog,
): MovedLimit[] {
  const rows = new Map(features.map((feature) => [feature.catalogKey, feature]));
  return stored.features.flatMap((from) => {
    const row = rows.get(from.catalogKey);
    if (!from.active || from.limitKey === null || !row || row.limitKey === from.limitKey) return [];
    const to = features.find(({ limitKey }) => limitKey === from.limitKey)?.catalogKey ?? null;
    return to === null && row.limitKey !== null ? [] : [{ from, to }];
  });
}

/** Says which entitlements lose their amount, and where it is instead. */
export function describeMovedLimits(moved: MovedLimit[], changes: RowChange<WrittenFeature>[]): Remark[] {
  return moved.map(({ from, to }) => {
    const target = changes.find(({ after }) => after.catalogKey === to)?.after.humanId ?? to;
    const instead = to === null ? '' : ` It is that of "${target}" instead.`;
    const message = `GET /account/features/${from.humanId} has no amount any more.${instead}`;
    return { source: 'price-list', path: featurePath(from.catalogKey), message };
  });
}

/**
 * The contents of one retired version or add-on, with the amounts of moved limits in their new rows. `clear` returns
 * what stays in the earlier row.
 */
export function moveAmounts<T extends Content & { feature: string }>(
  contents: T[],
  moved: MovedLimit[],
  clear: (content: T) => T[],
): T[] {
  return contents.flatMap((content) => {
    const to = moved.find(({ from }) => from.catalogKey === content.feature)?.to ?? null;
    const hasAmount = content.unlimited || content.amount !== null;
    if (to === null || !hasAmount || contents.some(({ feature }) => feature === to)) return [content];
    return [...clear(content), { ...content, feature: to }];
  });
}
