import type { Database } from '@/lib/data/client';
import { findAppBySlug } from '@/lib/data/find-app';
import { withTenant } from '@/lib/data/tenant';
import { versionContent, versionSnapshot } from '@/lib/data/version-snapshot';
import { buildKey } from '@/prisma/builders/build-credential';
import { importApp, type Size } from './import-app';

/** An app to be asked for, with a key of its back end. */
export interface BenchApp {
  id: string;
  slug: string;
  size: Size;
  key: string;
  /** In the order of their fees. */
  versionIds: string[];
}

/** Makes an app from a price list, with the snapshots of all its versions. */
export async function makeApp(db: Database, slug: string, size: Size): Promise<BenchApp> {
  await importApp(db, slug, size);
  const app = await findAppBySlug(db, slug);
  if (!app) throw new Error(`The app "${slug}" was not made.`);
  const versions = await withTenant(db, { appId: app.id }, async (queries) => {
    const rows = await queries.version.findMany({
      where: { appId: app.id },
      include: versionContent,
      orderBy: { fee: 'asc' },
    });
    await queries.versionSnapshot.createMany({ data: rows.map((row) => versionSnapshot(app, row)) });
    return rows;
  });
  const key = await buildKey(db, { app });
  return { id: app.id, slug, size, key, versionIds: versions.map(({ id }) => id) };
}
