import type { AccountKey } from './accounts';
import { type AppCatalog, readCatalog, type toPriceJson } from './catalog';
import { takeLock, takeSharedLock } from './connection/advisory-locks';
import type { Queries } from './connection/client';
import { callFunction, type Queryable, toCamelCase } from './connection/query-json';
import { type AddOnChangeRow, type AddOnFeature, toAddOnChange } from './history';
import { snapshotVersion, type VersionSnapshot } from './version-snapshot';

// The changes of versions by publications. A publication writes rows per version, however many accounts are on it.

/**
 * Waits for the changes of accounts that were decided on the catalog as it is, and blocks others until the end of the
 * transaction, so that each is before or after the publication in every respect.
 */
export async function lockAccountChanges(queries: Queries, appId: string): Promise<void> {
  await takeLock(queries, 'accountChanges', appId);
}

/** The time of a publication that holds the lock: later than each change before it, and not later than each one after it. */
export async function readPublicationClock(queries: Queries, appId: string): Promise<Date> {
  const [row] = await queries.$queryRaw<[{ at: Date }]>`
    WITH publication AS MATERIALIZED (
      SELECT greatest(
        date_trunc('milliseconds', clock_timestamp()) + interval '1 ms',
        (SELECT max(changed_at) FROM version_changes WHERE app_id = ${appId}),
        (SELECT max(changed_at) FROM add_on_version_changes WHERE app_id = ${appId}),
        (SELECT max(published_at) + interval '1 ms' FROM catalog_texts WHERE app_id = ${appId})) AS at)
    SELECT at, pg_sleep(0.002)::text AS slept FROM publication`;
  return row.at;
}

/** Reads the catalog of the transaction's app for a change of an account. It stays as it is until the end of the transaction. */
export async function readLockedCatalog(queries: Queries, appId: string): Promise<AppCatalog> {
  await takeSharedLock(queries, 'accountChanges', appId);
  return readCatalog(queries, appId);
}

/** As `readLockedCatalog`, for many transactions: reads the catalog only if it has changed. */
export function createCatalogReader(appId: string): (queries: Queries) => Promise<AppCatalog> {
  let catalog: AppCatalog | null = null;
  return async (queries) => {
    await takeSharedLock(queries, 'accountChanges', appId);
    const { catalogRevision } = await queries.app.findUniqueOrThrow({
      where: { id: appId },
      select: { catalogRevision: true },
    });
    if (catalog?.app.catalogRevision !== catalogRevision) catalog = await readCatalog(queries, appId);
    return catalog;
  };
}

export interface Publication {
  /** The catalog before the publication. Null if it creates the app. */
  before: AppCatalog | null;
  after: AppCatalog;
  at: Date;
}

/**
 * Adds a row for each version whose content differs from that of its newest row. A version without rows first gets one with the
 * content before the publication.
 */
export async function insertVersionChanges(
  queries: Queries,
  { before, after, at }: Publication,
): Promise<void> {
  const appId = after.app.id;
  const newest = await readNewestChanges(queries, appId);
  const versionsBefore = new Map(before?.versions.map((version) => [version.id, version]));
  const snapshots = new Map<string, VersionSnapshot>();
  const rows = after.versions.flatMap((version) => {
    const last = newest.get(version.id);
    const previous = versionsBefore.get(version.id);
    const contents = [
      ...(!last && before && previous ? [snapshotVersion(before, previous)] : []),
      snapshotVersion(after, version),
    ].filter(({ digest }, index, { length }) => index < length - 1 || digest !== last?.digest);
    const changes = contents.filter(({ digest }, index) => digest !== contents[index - 1]?.digest);
    for (const snapshot of changes) snapshots.set(snapshot.digest, snapshot);
    const first = last ? last.sequence + 1 : 0;
    return changes.map(({ digest }, index) => ({
      appId,
      versionId: version.id,
      sequence: first + index,
      digest,
      changedAt: at,
    }));
  });
  if (rows.length === 0) return;
  // Sorted, as in commit_account_change.
  const sorted = [...snapshots.values()].toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
  await queries.versionSnapshot.createMany({ data: sorted, skipDuplicates: true });
  await queries.versionChange.createMany({ data: rows });
}

/** The newest row of each version, by version ID. */
async function readNewestChanges(
  queries: Queries,
  appId: string,
): Promise<Map<string, { sequence: number; digest: string }>> {
  const rows = await queries.$queryRaw<{ versionId: string; sequence: number; digest: string }[]>`
    SELECT DISTINCT ON (version_id) version_id AS "versionId", sequence, digest
    FROM version_changes WHERE app_id = ${appId} ORDER BY version_id, sequence DESC`;
  return new Map(rows.map(({ versionId, ...row }) => [versionId, row]));
}

// The changes of add-ons by publications. A publication writes a row per add-on and version, however many accounts have it.

/** What an add-on costs and adds for a version. The names are those of the stored JSON. */
export type AddOnContent = {
  /** It is null if the add-on is not offered. */
  price: ReturnType<typeof toPriceJson> | null;
  features: AddOnFeature[];
};

/** A change of an add-on for a version. */
export interface AddOnVersionChange {
  addOnId: string;
  versionId: string;
  before: AddOnContent;
  after: AddOnContent;
}

/** The IDs of the add-ons and versions that have rows, as [add-on, version]. */
export async function listChangedAddOns(queries: Queries, appId: string): Promise<[string, string][]> {
  const rows = await queries.addOnVersionChange.findMany({
    where: { appId },
    distinct: ['addOnId', 'versionId'],
    select: { addOnId: true, versionId: true },
  });
  return rows.map(({ addOnId, versionId }) => [addOnId, versionId]);
}

export async function insertAddOnVersionChanges(
  queries: Queries,
  publication: { appId: string; catalogRevision: number; changedAt: Date },
  changes: AddOnVersionChange[],
): Promise<void> {
  await queries.addOnVersionChange.createMany({
    data: changes.map((change) => ({ ...publication, ...change })),
  });
}

/** What a publication changed of an add-on that was on. */
export interface StoredCatalogChange extends Omit<AddOnVersionChange, 'addOnId'> {
  /** The change that turned it on, or set its quantity or price. */
  entryId: string;
  /** The time is in Unix milliseconds. */
  changedAt: number;
}

/**
 * Up to `limit` add-on changes of an account from sequence `newest` downwards, newest first, and what publications changed
 * of these add-ons while they were on, oldest first.
 */
export async function readAddOnHistoryRows(
  database: Queryable,
  { appId, accountId }: AccountKey,
  { newest, limit }: { newest: number; limit: number },
): Promise<{ changes: AddOnChangeRow[]; catalogChanges: StoredCatalogChange[] }> {
  const [changes, catalogChanges] = await callFunction<
    [Record<string, unknown>[], Record<string, unknown>[]]
  >(database, 'read_add_on_history', [appId, accountId, newest, limit]);
  return {
    changes: changes.map(toAddOnChange),
    catalogChanges: catalogChanges.map((row) => toCamelCase<StoredCatalogChange>(row)),
  };
}
