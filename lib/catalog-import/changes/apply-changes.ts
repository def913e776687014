import type { ImportedCell } from '@/lib/catalog-import/build/imported-catalog';
import type { MakeId } from '@/lib/contract/ids';
import {
  deleteGrants,
  insertApp,
  insertFeatures,
  insertGrants,
  insertVersions,
  replaceCells,
  type StoredCatalog,
  updateApp,
  updateFeatures,
  updateVersions,
} from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/client';
import type { CatalogChanges, RowChange } from './catalog-changes';

/** Writes changes that were planned against `stored`. Must run in the same transaction as the planning. */
export async function applyChanges(
  queries: Queries,
  slug: string,
  stored: StoredCatalog | null,
  changes: CatalogChanges,
  makeId: MakeId,
): Promise<void> {
  const appId = stored?.app.id ?? makeId('app');
  if (changes.app) {
    const app = { ...changes.app.after, id: appId, slug };
    await (stored ? updateApp(queries, app) : insertApp(queries, app));
  }

  const versions = splitRows(changes.versions, () => makeId('version'));
  if (versions.updated.length > 0) await updateVersions(queries, appId, versions.updated);
  if (versions.inserted.length > 0) await insertVersions(queries, appId, versions.inserted);
  const features = splitRows(changes.features, () => makeId('feature'));
  if (features.updated.length > 0) await updateFeatures(queries, appId, features.updated);
  if (features.inserted.length > 0) await insertFeatures(queries, appId, features.inserted);

  const versionId = createIdLookup([...(stored?.versions ?? []), ...versions.inserted]);
  const featureId = createIdLookup([...(stored?.features ?? []), ...features.inserted]);
  const cellIds = (cell: ImportedCell) => ({
    versionId: versionId(cell.version),
    featureId: featureId(cell.feature),
  });
  if (changes.cells.length > 0) {
    await replaceCells(queries, appId, {
      deleted: changes.cells.flatMap(({ before }) => (before ? [cellIds(before)] : [])),
      inserted: changes.cells.flatMap(({ after }) => {
        if (!after) return [];
        const { version: _, feature: __, ...fields } = after;
        return [{ ...fields, ...cellIds(after) }];
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

function splitRows<T>(
  changes: RowChange<T>[],
  makeRowId: () => string,
): { updated: (T & { id: string })[]; inserted: (T & { id: string })[] } {
  return {
    updated: changes.flatMap(({ id, after }) => (id === null ? [] : [{ ...after, id }])),
    inserted: changes.flatMap(({ id, after }) => (id === null ? [{ ...after, id: makeRowId() }] : [])),
  };
}

function createIdLookup(rows: { catalogKey: string; id: string }[]): (key: string) => string {
  const ids = new Map(rows.map(({ catalogKey, id }) => [catalogKey, id]));
  return (key) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`No row has the catalog key "${key}".`);
    return id;
  };
}
