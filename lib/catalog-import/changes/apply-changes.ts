import type { MakeId } from '@/lib/contract/ids';
import {
  deleteGrants,
  insertApp,
  insertGrants,
  insertVersions,
  replaceRelation,
  type StoredCatalog,
  updateApp,
  updateVersions,
  writeEntities,
} from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/client';
import { type CatalogChanges, type RelationChange, type RowChange, renameKeys } from './catalog-changes';

/**
 * Writes changes that were planned against `stored`. Must run in the same transaction as the planning. Returns the app's ID.
 */
export async function applyChanges(
  queries: Queries,
  {
    slug,
    stored,
    changes,
    makeId,
  }: { slug: string; stored: StoredCatalog | null; changes: CatalogChanges; makeId: MakeId },
): Promise<string> {
  const appId = stored?.app.id ?? makeId('app');
  if (changes.app) {
    const app = { ...changes.app.after, id: appId, slug };
    await (stored ? updateApp(queries, app) : insertApp(queries, app));
  }

  const versions = splitRows(changes.versions, () => makeId('version'));
  const versionId = createIdLookup([...(stored?.versions ?? []), ...versions.inserted]);
  const versionRows = mapRows(versions, (version) => ({
    ...version,
    replacedBy: version.replacedBy === null ? null : versionId(version.replacedBy),
  }));
  if (versionRows.updated.length > 0) await updateVersions(queries, appId, versionRows.updated);
  if (versionRows.inserted.length > 0) await insertVersions(queries, appId, versionRows.inserted);

  const features = splitRows(changes.features, () => makeId('feature'));
  const featureId = createIdLookup([...(stored?.features ?? []), ...features.inserted]);
  const featureRow = ({ linkedFeatures, ...feature }: (typeof features.inserted)[number]) => ({
    ...feature,
    linkedFeatureIds: linkedFeatures.map(featureId),
  });
  await writeEntities(queries, appId, 'features', mapRows(features, featureRow));

  const addOns = splitRows(changes.addOns, () => makeId('addOn'));
  const addOnId = createIdLookup([...(stored?.addOns ?? []), ...addOns.inserted]);
  const addOnRow = (addOn: (typeof addOns.inserted)[number]) => ({
    ...addOn,
    dependsOn: addOn.dependsOn.map(addOnId),
    excludes: addOn.excludes.map(addOnId),
    replacedBy: addOn.replacedBy === null ? null : addOnId(addOn.replacedBy),
  });
  await writeEntities(queries, appId, 'add_ons', mapRows(addOns, addOnRow));

  await replaceRelation(
    queries,
    appId,
    'version_features',
    splitRelation(changes.cells, ({ version, feature, ...cell }) => ({
      ...cell,
      versionId: versionId(version),
      featureId: featureId(feature),
    })),
  );
  await replaceRelation(
    queries,
    appId,
    'add_on_versions',
    splitRelation(changes.addOnPrices, ({ addOn, version, ...price }) => ({
      ...price,
      addOnId: addOnId(addOn),
      versionId: versionId(version),
    })),
  );
  await replaceRelation(
    queries,
    appId,
    'add_on_features',
    splitRelation(changes.addOnEffects, ({ addOn, feature, byVersion, ...effect }) => ({
      ...effect,
      byVersion: renameKeys(byVersion, versionId),
      addOnId: addOnId(addOn),
      featureId: featureId(feature),
    })),
  );

  const grants = (kind: 'add' | 'remove') =>
    changes.grants
      .filter((grant) => grant.kind === kind)
      .map(({ version, accountId }) => ({ versionId: versionId(version), accountId }));
  if (changes.grants.length > 0) {
    await deleteGrants(queries, appId, grants('remove'));
    await insertGrants(queries, appId, grants('add'));
  }
  return appId;
}

interface SplitRows<T> {
  updated: T[];
  inserted: T[];
}

function mapRows<T, R>({ updated, inserted }: SplitRows<T>, toRow: (row: T) => R): SplitRows<R> {
  return { updated: updated.map(toRow), inserted: inserted.map(toRow) };
}

function splitRows<T>(changes: RowChange<T>[], makeRowId: () => string): SplitRows<T & { id: string }> {
  return {
    updated: changes.flatMap(({ id, after }) => (id === null ? [] : [{ ...after, id }])),
    inserted: changes.flatMap(({ id, after }) => (id === null ? [{ ...after, id: makeRowId() }] : [])),
  };
}

/** The rows to delete and to insert. A row to replace is in both. */
function splitRelation<T, R>(
  changes: RelationChange<T>[],
  toRow: (row: T) => R,
): { deleted: R[]; inserted: R[] } {
  return {
    deleted: changes.flatMap(({ before }) => (before ? [toRow(before)] : [])),
    inserted: changes.flatMap(({ after }) => (after ? [toRow(after)] : [])),
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
