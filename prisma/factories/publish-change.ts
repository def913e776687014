import { readClock } from '@/lib/db/accounts';
import { readCatalog } from '@/lib/db/catalog';
import type { Database, Queries } from '@/lib/db/client';
import { withTenant } from '@/lib/db/tenant';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';

/**
 * Changes the catalog in place, as a publication that accounts follow: `change` writes its rows, and each version whose content
 * differs gets a row in `version_changes`. Default time: the clock of the database.
 */
export function publishChange(
  db: Database,
  app: { id: string },
  change: (queries: Queries) => Promise<unknown>,
  at?: Date,
): Promise<void> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const before = await readSnapshots(queries, app.id);
    await change(queries);
    const after = await readSnapshots(queries, app.id);
    await insertVersionChanges(queries, { before, after, changedAt: at ?? (await readClock(queries)) });
  });
}

/** By version ID. */
async function readSnapshots(queries: Queries, appId: string): Promise<Map<string, VersionSnapshot>> {
  const catalog = await readCatalog(queries, appId);
  return new Map(catalog.versions.map((version) => [version.id, snapshotVersion(catalog, version)]));
}

interface PublishedContents {
  before: Map<string, VersionSnapshot>;
  after: Map<string, VersionSnapshot>;
  changedAt: Date;
}

/** A version without rows first gets one with its content before. */
async function insertVersionChanges(
  queries: Queries,
  { before, after, changedAt }: PublishedContents,
): Promise<void> {
  const newest = await queries.versionChange.findMany({
    orderBy: { sequence: 'desc' },
    distinct: ['versionId'],
  });
  const lastRows = new Map(newest.map((row) => [row.versionId, row]));
  const rows = [...after].flatMap(([versionId, snapshot]) => {
    const last = lastRows.get(versionId);
    const first = last ? [] : [before.get(versionId) ?? snapshot];
    const changed = (last ?? first[0])?.digest === snapshot.digest ? [] : [snapshot];
    const start = (last?.sequence ?? -1) + 1;
    return [...first, ...changed].map((content, index) => ({ content, sequence: start + index }));
  });
  await queries.versionSnapshot.createMany({
    data: rows.map(({ content }) => content),
    skipDuplicates: true,
  });
  await queries.versionChange.createMany({
    data: rows.map(({ content: { appId, versionId, digest }, sequence }) => ({
      appId,
      versionId,
      sequence,
      digest,
      changedAt,
    })),
  });
}
