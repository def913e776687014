import type { AppCatalog } from '@/lib/db/catalog';
import type { CatalogRows, StoredAddOn, StoredCatalog, StoredVersion } from '@/lib/db/catalog-store';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import {
  type CatalogChanges,
  groupBy,
  type Kept,
  type RelationChange,
  type RowChange,
  renameKeys,
} from './catalog-changes';

// Conversions between the shapes of a catalog: stored rows to written ones and back, and stored rows to what is served.

/** The rows of an app that has none. */
export const noRows: Omit<StoredCatalog, 'app' | 'hasHistory'> = {
  ...{ versions: [], features: [], cells: [], addOns: [], addOnPrices: [], addOnEffects: [] },
  ...{ grants: [], texts: [] },
};

export type WrittenRows = ReturnType<typeof toWrittenRows>;

/**
 * The stored rows as they are written, with their IDs and what is decided about them. They have the keys that they have from
 * now on. `dependsOn` and `excludes` name present add-ons.
 */
export function toWrittenRows(stored: StoredCatalog | null) {
  const rows = stored ?? noRows;
  const versions: Kept<StoredVersion>[] = rows.versions;
  const addOns: Kept<StoredAddOn>[] = rows.addOns;
  const versionKey = createLookup(versions, 'id', 'catalogKey');
  const featureKey = createLookup(rows.features, 'id', 'catalogKey');
  const addOnKey = createLookup(addOns, 'id', 'catalogKey');
  const presentIds = new Map(addOns.map(({ id, replacedBy }) => [id, replacedBy ?? id]));
  const successors = new Map(addOns.map(({ id, successorKey }) => [id, successorKey]));
  const presentKey = (addOnId: string) => {
    const id = presentIds.get(addOnId) ?? addOnId;
    return successors.get(id) ?? addOnKey(id);
  };
  const textKeys = {
    plan: versionKey,
    feature: createLookup(rows.features, 'humanId', 'catalogKey'),
    addOn: addOnKey,
  };
  return {
    versions: versions.map((version) => ({
      ...version,
      replacedBy: version.replacedBy && versionKey(version.replacedBy),
      renewsTo: version.renewsTo && versionKey(version.renewsTo),
    })),
    features: rows.features.map(({ linkedFeatureIds, ...feature }) => ({
      ...feature,
      linkedFeatures: linkedFeatureIds.map(featureKey),
    })),
    cells: rows.cells.map(({ versionId, featureId, ...cell }) => ({
      ...cell,
      version: versionKey(versionId),
      feature: featureKey(featureId),
    })),
    addOns: addOns.map((addOn) => ({
      ...addOn,
      dependsOn: addOn.dependsOn.map(presentKey),
      excludes: addOn.excludes.map(presentKey),
      replacedBy: addOn.replacedBy && addOnKey(addOn.replacedBy),
    })),
    addOnPrices: rows.addOnPrices.map(({ addOnId, versionId, ...price }) => ({
      ...price,
      addOn: addOnKey(addOnId),
      version: versionKey(versionId),
    })),
    addOnEffects: rows.addOnEffects.map(({ addOnId, featureId, byVersion, ...effect }) => ({
      ...effect,
      byVersion: renameKeys(byVersion, versionKey),
      addOn: addOnKey(addOnId),
      feature: featureKey(featureId),
    })),
    grants: rows.grants.map(({ versionId, accountId }) => ({ version: versionKey(versionId), accountId })),
    /** Texts by language. */
    texts: new Map(rows.texts.map(({ language, texts }) => [language, renameTexts(texts, textKeys)])),
  };
}

type MakeRowId = (type: 'version' | 'feature' | 'addOn', catalogKey: string) => string;

/** The rows that changes insert, update and delete. They were planned against `stored`, which is null for a new app. */
export function createRows(
  stored: StoredCatalog | null,
  changes: CatalogChanges,
  makeId: MakeRowId,
): CatalogRows {
  const versions = splitRows(changes.versions, (key) => makeId('version', key));
  const versionId = createIdLookup([...(stored?.versions ?? []), ...versions.inserted]);
  const features = splitRows(changes.features, (key) => makeId('feature', key));
  const featureId = createIdLookup([...(stored?.features ?? []), ...features.inserted]);
  const addOns = splitRows(changes.addOns, (key) => makeId('addOn', key));
  const addOnId = createIdLookup([...(stored?.addOns ?? []), ...addOns.inserted]);
  const named = [...(stored?.features ?? []), ...changes.features.map(({ after }) => after)];
  const textIds = { plan: versionId, feature: createLookup(named, 'catalogKey', 'humanId'), addOn: addOnId };
  const grants = (kind: 'add' | 'remove') =>
    changes.grants
      .filter((grant) => grant.kind === kind)
      .map(({ version, accountId }) => ({ versionId: versionId(version), accountId }));
  return {
    apps: stored && changes.app ? { ...stored.app, ...changes.app.after } : null,
    versions: mapRows(versions, (version) => ({
      ...version,
      replacedBy: version.replacedBy && versionId(version.replacedBy),
      renewsTo: version.renewsTo && versionId(version.renewsTo),
    })),
    features: mapRows(features, ({ linkedFeatures, ...feature }) => ({
      ...feature,
      linkedFeatureIds: linkedFeatures.map(featureId),
    })),
    addOns: mapRows(addOns, (addOn) => ({
      ...addOn,
      dependsOn: addOn.dependsOn.map(addOnId),
      excludes: addOn.excludes.map(addOnId),
      replacedBy: addOn.replacedBy && addOnId(addOn.replacedBy),
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
      inserted: changes.texts.map(({ language, after }) => ({
        language,
        texts: renameTexts(after, textIds),
      })),
    },
    versionGrants: { deleted: grants('remove'), inserted: grants('add') },
  };
}

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

/** The stored catalog with changes that were planned against it, as the API would read it. */
export function buildChangedCatalog(stored: StoredCatalog, changes: CatalogChanges): AppCatalog {
  return buildStoredCatalog(applyChanges(stored, changes));
}

/**
 * The stored catalog with changes that were planned against it, without those of grants. Rows to insert have their key as ID
 * unless `makeId` returns another one.
 */
export function applyChanges(
  stored: StoredCatalog,
  changes: CatalogChanges,
  makeId: MakeRowId = (_, key) => key,
): StoredCatalog {
  const rows = createRows(stored, changes, makeId);
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

function changeRows<T extends { id: string }>(stored: T[], { updated, inserted }: SplitRows<T>): T[] {
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

/** Returns a function from one name of a row to another. It returns an unknown name as it is. */
function createLookup<Name extends 'id' | 'humanId' | 'catalogKey'>(
  rows: Record<Name, string>[],
  from: Name,
  to: Name,
): (name: string) => string {
  const names = new Map(rows.map((row) => [row[from], row[to]]));
  return (name) => names.get(name) ?? name;
}

function createIdLookup(rows: { catalogKey: string; id: string }[]): (key: string) => string {
  const ids = new Map(rows.map(({ catalogKey, id }) => [catalogKey, id]));
  return (key) => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`No row has the catalog key "${key}".`);
    return id;
  };
}

/** The functions return other names of versions, features and add-ons. */
function renameTexts(
  texts: CatalogTexts,
  rename: Record<'plan' | 'feature' | 'addOn', (name: string) => string>,
): CatalogTexts {
  return {
    ...texts,
    plans: renameKeys(texts.plans, rename.plan) ?? {},
    features: renameKeys(texts.features, rename.feature) ?? {},
    addOns: renameKeys(texts.addOns, rename.addOn) ?? {},
  };
}
