import type { MakeId } from '@/lib/contract/ids';
import type { StoredCatalog } from '@/lib/data/catalog-store';
import {
  deleteGrants,
  insertApp,
  insertFeatures,
  insertGrants,
  insertVersions,
  replaceCells,
  updateApp,
  updateFeatures,
  updateVersions,
} from '@/lib/data/catalog-writes';
import type { Queries } from '@/lib/data/client';
import type { CatalogueCell } from './catalogue';
import type { Changes, RowChange } from './changes';

/** Writes changes that were planned on `stored`, in the transaction they were planned in. */
export async function applyChanges(
  queries: Queries,
  slug: string,
  stored: StoredCatalog | null,
  changes: Changes,
  makeId: MakeId,
): Promise<void> {
  const appId = stored?.app.id ?? makeId('app');
  if (changes.app) {
    const app = { ...changes.app.after, id: appId, slug };
    await (stored ? updateApp(queries, app) : insertApp(queries, app));
  }

  const versions = rowsOf(changes.versions, () => makeId('version'));
  if (versions.old.length > 0) await updateVersions(queries, appId, versions.old);
  if (versions.new.length > 0) await insertVersions(queries, appId, versions.new);
  const features = rowsOf(changes.features, () => makeId('feature'));
  if (features.old.length > 0) await updateFeatures(queries, appId, features.old);
  if (features.new.length > 0) await insertFeatures(queries, appId, features.new);

  const versionId = idsByKey([...(stored?.versions ?? []), ...versions.new]);
  const featureId = idsByKey([...(stored?.features ?? []), ...features.new]);
  const placeOf = (cell: CatalogueCell) => ({
    versionId: versionId(cell.version),
    featureId: featureId(cell.feature),
  });
  if (changes.cells.length > 0) {
    await replaceCells(queries, appId, {
      gone: changes.cells.flatMap(({ before }) => (before ? [placeOf(before)] : [])),
      made: changes.cells.flatMap(({ after }) => {
        if (!after) return [];
        const { version: _, feature: __, ...mark } = after;
        return [{ ...mark, ...placeOf(after) }];
      }),
    });
  }

  const grants = (kind: 'add' | 'remove') =>
    changes.grants
      .filter((grant) => grant.kind === kind)
      .map(({ version, accountId }) => ({ versionId: versionId(version), accountId }));
  if (changes.grants.length > 0) {
    await deleteGrants(queries, appId, grants('remove'));
    await insertGrants(queries, appId, grants('add'));
  }
}

function rowsOf<T>(
  changes: RowChange<T>[],
  newId: () => string,
): { old: (T & { id: string })[]; new: (T & { id: string })[] } {
  return {
    old: changes.flatMap(({ id, after }) => (id === null ? [] : [{ ...after, id }])),
    new: changes.flatMap(({ id, after }) => (id === null ? [{ ...after, id: newId() }] : [])),
  };
}

function idsByKey(rows: { catalogKey: string; id: string }[]): (key: string) => string {
  const ids = new Map(rows.map(({ catalogKey, id }) => [catalogKey, id]));
  return (key) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`"${key}" has no row.`);
    return id;
  };
}
