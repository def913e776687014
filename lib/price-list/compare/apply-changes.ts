import type { MakeId } from '@/lib/contract/ids';
import {
  type CatalogRows,
  type PublicationRecord,
  publishRows,
  type StoredCatalog,
} from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import { type CatalogChanges, type RelationChange, type RowChange, renameKeys } from './catalog-changes';
import { toStoredTexts } from './plan-texts';

/**
 * Writes changes that were planned against `stored`, as a publication. Must run in the same transaction as the
 * planning, after the app was inserted.
 */
export async function applyChanges(
  queries: Queries,
  publication: PublicationRecord,
  { stored, changes, makeId }: { stored: StoredCatalog | null; changes: CatalogChanges; makeId: MakeId },
): Promise<void> {
  await publishRows(queries, publication, createRows(stored, changes, makeId));
}

/** The rows that changes insert, update and delete. `makeId` gets the key of an inserted row. */
export function createRows(
  stored: StoredCatalog | null,
  changes: CatalogChanges,
  makeId: (type: 'version' | 'feature' | 'addOn', catalogKey: string) => string,
): CatalogRows {
  const versions = splitRows(changes.versions, (key) => makeId('version', key));
  const versionId = createIdLookup([...(stored?.versions ?? []), ...versions.inserted]);
  const features = splitRows(changes.features, (key) => makeId('feature', key));
  const featureId = createIdLookup([...(stored?.features ?? []), ...features.inserted]);
  const humanIds = new Map(
    [...(stored?.features ?? []), ...changes.features.map(({ after }) => after)].map((row) => [
      row.catalogKey,
      row.humanId,
    ]),
  );
  const humanId = (key: string) => humanIds.get(key) ?? key;
  const addOns = splitRows(changes.addOns, (key) => makeId('addOn', key));
  const addOnId = createIdLookup([...(stored?.addOns ?? []), ...addOns.inserted]);
  const grants = (kind: 'add' | 'remove') =>
    changes.grants
      .filter((grant) => grant.kind === kind)
      .map(({ version, accountId }) => ({ versionId: versionId(version), accountId }));
  return {
    apps: stored && changes.app ? { ...stored.app, ...changes.app.after } : null,
    versions: mapRows(versions, (version) => ({
      ...version,
      replacedBy: version.replacedBy === null ? null : versionId(version.replacedBy),
      renewsTo: version.renewsTo === null ? null : versionId(version.renewsTo),
    })),
    features: mapRows(features, ({ linkedFeatures, ...feature }) => ({
      ...feature,
      linkedFeatureIds: linkedFeatures.map(featureId),
    })),
    addOns: mapRows(addOns, (addOn) => ({
      ...addOn,
      dependsOn: addOn.dependsOn.map(addOnId),
      excludes: addOn.excludes.map(addOnId),
      replacedBy: addOn.replacedBy === null ? null : addOnId(addOn.replacedBy),
    })),
    versionFeatures: splitRelation(changes.cells, ({ version, feature, ...cell }) => ({
      ...cell,
      versionId: versionId(version),
      featureId: featureId(feature),
    })),
    addOnVersions: splitRelation(changes.addOnPrices, ({ addOn, version, ...price }) => ({
      ...price,
      addOnId: addOnId(addOn),
      versionId: versionId(version),
    })),
    addOnFeatures: splitRelation(changes.addOnEffects, ({ addOn, feature, byVersion, ...effect }) => ({
      ...effect,
      byVersion: renameKeys(byVersion, versionId),
      addOnId: addOnId(addOn),
      featureId: featureId(feature),
    })),
    catalogTexts: {
      inserted: toStoredTexts(changes.texts, { plan: versionId, feature: humanId, addOn: addOnId }),
    },
    versionGrants: { deleted: grants('remove'), inserted: grants('add') },
  };
}

interface SplitRows<T> {
  updated: T[];
  inserted: T[];
}

function mapRows<T, R>({ updated, inserted }: SplitRows<T>, toRow: (row: T) => R): SplitRows<R> {
  return { updated: updated.map(toRow), inserted: inserted.map(toRow) };
}

function splitRows<T extends { catalogKey: string }>(
  changes: RowChange<T>[],
  makeRowId: (catalogKey: string) => string,
): SplitRows<T & { id: string }> {
  return {
    updated: changes.flatMap(({ id, after }) => (id === null ? [] : [{ ...after, id }])),
    inserted: changes.flatMap(({ id, after }) =>
      id === null ? [{ ...after, id: makeRowId(after.catalogKey) }] : [],
    ),
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
