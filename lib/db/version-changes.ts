import { type AppCatalog, readCatalog } from './catalog';
import { takeLock, takeSharedLock } from './connection/advisory-locks';
import type { Queries } from './connection/client';
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

interface Publication {
  /** The catalog before the publication. It is null if it creates the app. */
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
